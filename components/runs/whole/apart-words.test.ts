import { expect, it } from 'vitest'
import { apartInForm, apartInOutput } from './apart-words.ts'

const ref = (...path: readonly (string | number)[]) => ({ path, sha256: 'a0'.repeat(32), bytes: 3_250_586 })

it('a form says which parts of it cannot be given, and what to do', () => {
  expect(apartInForm([])).toBeNull()
  expect(apartInForm([ref('state', 'rows')])).toBe(
    'state.rows (3.1 MB) is kept apart from the run and cannot be given again. Write something in its place, under JSON, or take it out.',
  )
  expect(apartInForm([ref('a'), ref('b', 0), ref('c'), ref('d'), ref('e')])).toMatch(
    /^a \(3.1 MB\), b.0 \(3.1 MB\), c \(3.1 MB\) and 2 more are kept apart .* in their places/,
  )
})

it('an output says why it cannot be pinned', () => {
  expect(apartInOutput([ref()])).toBe('This output has 3.1 MB and is kept apart: it cannot be pinned.')
  expect(apartInOutput([ref('a'), ref('b')])).toBe('Of this output 6.2 MB are kept apart: it cannot be pinned.')
})
