import { expect, it } from 'vitest'
import { followUpTimes } from './follow-up-times.ts'

const times = (...now: [number, number, number, number, number]) =>
  followUpTimes(new Date(...now)).map(({ at }) => [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()])

it('offers the next hours, tomorrow, next Monday and two weeks from now', () => {
  // A Saturday.
  expect(times(2026, 10, 21, 20, 7)).toEqual([
    [11, 21, 23, 15],
    [11, 22, 9, 0],
    [11, 23, 9, 0],
    [12, 5, 9, 0],
  ])
})

it('offers Monday once on a Sunday', () => {
  expect(times(2026, 10, 22, 8, 0).map(([, day]) => day)).toEqual([22, 23, 6])
})

it('means the Monday after, on a Monday', () => {
  expect(times(2026, 10, 23, 8, 0)[2]).toEqual([11, 30, 9, 0])
})
