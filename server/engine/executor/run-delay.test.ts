import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { couldAnswerMs, runDelayMs, threadNumber, yieldAltogether } from './run-delay.ts'

it('does not hold it against a thread that others were using the processor', () => {
  expect(couldAnswerMs(1_000, 0)).toBe(1_000)
  expect(couldAnswerMs(1_000, 400)).toBe(600)
})

it('holds a quarter of its silence against a thread whatever the others do, so that it is ended some day', () => {
  expect(couldAnswerMs(1_000, 990)).toBe(250)
})

it.runIf(process.platform === 'linux')('knows what a thread of this process has been kept waiting', () => {
  const before = runDelayMs(threadNumber())
  expect(threadNumber()).toBeGreaterThan(0)
  expect(before).toBeGreaterThan(0)
  expect(runDelayMs(threadNumber())).toBeGreaterThanOrEqual(before)
})

it('knows nothing of a thread that is not there', () => {
  expect([runDelayMs(0), runDelayMs(1)]).toEqual([0, 0])
})

it('leaves alone what is no thread of the system', () => {
  const before = getPriority()
  yieldAltogether(0)
  expect(getPriority()).toBe(before)
})
