import { expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { alignItems, permutation } from './align.ts'

it.each<[Json[], Json[], (number | null)[]]>([
  [
    ['a', 'b', 'c'],
    ['a', 'c'],
    [0, 2],
  ],
  [
    ['a', 'a', 'b', 'a'],
    ['a', 'b', 'a', 'a'],
    [0, 2, 3, null],
  ],
  [
    ['a', 'b', 'a'],
    ['b', 'a'],
    [1, 2],
  ],
  [
    [{ name: 'A', x: 1 }, 'b'],
    [{ name: 'A', x: 2 }, 'c'],
    [0, 1],
  ],
  [
    ['a', 'b'],
    ['b', 'a', 'b'],
    [1, null, null],
  ],
])('%j becomes %j from %j', (before, after, aligned) => {
  expect(alignItems(before, after)).toEqual(aligned)
})

it.each<[Json[], Json[], number[] | null]>([
  [
    ['a', 'b', 'a'],
    ['a', 'a', 'b'],
    [0, 2, 1],
  ],
  [
    [{ a: 1, b: 2 }, 3],
    [3, { b: 2, a: 1 }],
    [1, 0],
  ],
  [['a', 'b'], ['a', 'a'], null],
  [['a'], ['a', 'b'], null],
  // What JSON does not tell apart is not the same.
  [[0, 1], [1, -0], null],
])('%j in the order of %j is %j', (before, after, order) => {
  expect(permutation(before, after)).toEqual(order)
})

it('a list of thousands of the same items, and one that is turned round, are looked through once', () => {
  const many = Array.from({ length: 50_000 }, () => 'same')
  expect(alignItems(many, many)).toEqual([...many.keys()])
  const numbers = Array.from(many.keys())
  expect(permutation(numbers, numbers.toReversed())).toEqual(numbers.toReversed())
})
