import { expect, it } from 'vitest'
import { createWritingPace } from './writing-pace.ts'

const paceAfter = (...took: readonly number[]) => {
  const pace = createWritingPace()
  for (const ms of took) pace.wrote(ms)
  return pace.next()
}

it('what takes little time is written at once, and so is the first', () => {
  expect(paceAfter()).toBe('at_once')
  expect(paceAfter(10, 12, 9)).toBe('at_once')
})

it('a single slow write changes nothing', () => {
  expect(paceAfter(10, 400)).toBe('at_once')
  expect(paceAfter(400, 10)).toBe('at_once')
})

it('what takes longer lets the key be shown before, and what takes very long waits for a pause', () => {
  expect(paceAfter(10, 60, 50, 70)).toBe('behind_frame')
  expect(paceAfter(150, 170, 160)).toBe(300)
  expect(paceAfter(2_000, 2_000, 2_000)).toBe(800)
})
