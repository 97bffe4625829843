import { expect, it } from 'vitest'
import { courseOf, percent } from './failure-rate.ts'

it('a workflow gets worse or better by the rate, not by the number of its failures', () => {
  expect(courseOf({ failed: 10, ended: 100, failedBefore: 5, endedBefore: 10 })).toBe('better')
  expect(courseOf({ failed: 5, ended: 10, failedBefore: 10, endedBefore: 100 })).toBe('worse')
  expect(courseOf({ failed: 10, ended: 100, failedBefore: 101, endedBefore: 1_000 })).toBe('same')
  expect(courseOf({ failed: 1, ended: 4, failedBefore: 0, endedBefore: 0 })).toBe('worse')
})

it('a rate is told in whole percent, and never as nothing when it is something', () => {
  expect([0, 0.001, 0.126, 1].map(percent)).toEqual(['0 %', '< 1 %', '13 %', '100 %'])
})
