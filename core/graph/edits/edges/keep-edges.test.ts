import { expect, it } from 'vitest'
import { refuse } from '../../edit.ts'
import { openSource } from '../../text/source.ts'
import { rewriteOutcome } from './keep-edges.ts'

it('an edit that is refused is not written', () => {
  const source = openSource('a: 1\n')
  if (!source.ok) throw new Error(source.message)
  const refusal = refuse('not_allowed', 'No.')
  expect(rewriteOutcome(source, refusal)).toBe(refusal)
  expect(rewriteOutcome(source, { ok: true, root: { a: 2 } })).toMatchObject({
    splices: [{ start: 3, end: 4, text: '2' }],
  })
})
