import { expect, test } from 'vitest'
import { withRow } from './with-row.ts'

test('a row with the focus is drawn wherever the list is scrolled to', () => {
  expect(withRow([4, 5, 6], 1)).toEqual([1, 4, 5, 6])
  expect(withRow([4, 5, 6], 9)).toEqual([4, 5, 6, 9])
  expect(withRow([4, 5, 6], 5)).toEqual([4, 5, 6])
  expect(withRow([4, 5, 6], -1)).toEqual([4, 5, 6])
})
