import { expect, it } from 'vitest'
import { couldAnswerMs } from './unresponsiveness.ts'

it('the time in which other threads were using the processor does not count against a thread', () => {
  expect(couldAnswerMs(1_000, 0, 0.75)).toBe(1_000)
  expect(couldAnswerMs(1_000, 400, 0.75)).toBe(600)
})

it('a part of the time counts against an unresponsive thread whatever other threads do, so that it is ended some day', () => {
  expect(couldAnswerMs(1_000, 990, 0.75)).toBe(250)
})
