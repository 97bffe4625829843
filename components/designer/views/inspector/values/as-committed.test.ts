import { expect, it } from 'vitest'
import { isAsCommitted } from './as-committed.ts'

it('what the document holds is what was typed, or what stands in for nothing', () => {
  expect(isAsCommitted('a', 'a')).toBe(true)
  expect(isAsCommitted({ a: 1 }, { a: 1 })).toBe(true)
  expect(isAsCommitted('a', 'b', 'b')).toBe(false)
  expect(isAsCommitted(undefined, undefined, 'null')).toBe(true)
  expect(isAsCommitted(undefined, 'null', 'null')).toBe(true)
  expect(isAsCommitted(undefined, 5, 1)).toBe(false)
  expect(isAsCommitted(undefined, 1)).toBe(false)
})
