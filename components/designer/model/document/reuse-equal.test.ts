import { expect, test } from 'vitest'
import { reuseEqual, sameData } from './reuse-equal.ts'

test.each([
  [1, 1, true],
  [Number.NaN, Number.NaN, true],
  ['a', 'b', false],
  [null, {}, false],
  [[1, [2]], [1, [2]], true],
  [[1], [1, 2], false],
  [[1], { 0: 1 }, false],
  [{ a: 1, b: [{}] }, { b: [{}], a: 1 }, true],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
])('%j and %j: same is %s', (a, b, same) => {
  expect(sameData(a, b)).toBe(same)
})

test('what did not change keeps its identity', () => {
  const previous = [
    { id: 'a', step: { n: 1 } },
    { id: 'b', step: { n: 2 } },
  ]
  const next = reuseEqual(previous, [
    { id: 'a', step: { n: 1 } },
    { id: 'b', step: { n: 3 } },
    { id: 'c', step: { n: 4 } },
  ])
  expect(next[0]).toBe(previous[0])
  expect(next[1]).toEqual({ id: 'b', step: { n: 3 } })
  expect(reuseEqual(previous, structuredClone(previous))).toBe(previous)
})
