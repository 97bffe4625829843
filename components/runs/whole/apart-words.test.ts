import { expect, it } from 'vitest'
import { apartInForm, apartInOutput } from './apart-words.ts'

const ref = (...path: readonly (string | number)[]) => ({ path, sha256: 'a0'.repeat(32), bytes: 3_250_586 })

it('a form says which parts of it cannot be given, and what to do', () => {
  expect(apartInForm([])).toBeNull()
  expect(apartInForm([ref('state', 'rows')])).toBe(
    'state.rows (3.1 MB) is stored separately and can’t be sent again. Enter a value in its place, under JSON, or remove it.',
  )
  expect(apartInForm([ref('a'), ref('b', 0), ref('c'), ref('d'), ref('e')])).toMatch(
    /^a \(3.1 MB\), b.0 \(3.1 MB\), c \(3.1 MB\) and 2 more are stored separately .* in their places/,
  )
})

it('an output says why it cannot be pinned', () => {
  expect(apartInOutput([ref()])).toBe('This output has 3.1 MB and is stored separately, so it can’t be pinned.')
  expect(apartInOutput([ref('a'), ref('b')])).toBe(
    '6.2 MB of this output are stored separately, so it can’t be pinned.',
  )
})
