import { expect, test } from 'vitest'
import { lineOf } from './line-of.ts'

test.each([
  ['a\nb\nc', 0, 1],
  ['a\nb\nc', 1, 1],
  ['a\nb\nc', 2, 2],
  ['a\nb\nc', 5, 3],
  ['a\r\nb', 3, 2],
])('in %j offset %d is on line %d', (text, offset, line) => {
  expect(lineOf(text, offset)).toBe(line)
})
