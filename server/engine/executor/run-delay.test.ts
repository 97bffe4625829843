import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { couldAnswerMs, threadNumber, threadTimes, yieldAltogether } from './run-delay.ts'

it('does not hold it against a thread that others were using the processor', () => {
  expect(couldAnswerMs(1_000, 0, 0.75)).toBe(1_000)
  expect(couldAnswerMs(1_000, 400, 0.75)).toBe(600)
})

it('holds a part of its silence against a thread whatever the others do, so that it is ended some day', () => {
  expect(couldAnswerMs(1_000, 990, 0.75)).toBe(250)
})

it.runIf(process.platform === 'linux')('knows how long a thread of this process has run, and was kept waiting', () => {
  const before = threadTimes(threadNumber())
  expect(threadNumber()).toBeGreaterThan(0)
  expect(before?.ranMs).toBeGreaterThan(0)
  expect(before?.waitedMs).toBeGreaterThan(0)
  const after = threadTimes(threadNumber())
  expect(after?.ranMs).toBeGreaterThanOrEqual(before?.ranMs ?? 0)
  expect(after?.waitedMs).toBeGreaterThanOrEqual(before?.waitedMs ?? 0)
})

it('knows nothing of a thread that is not there', () => {
  expect([threadTimes(0), threadTimes(1)]).toEqual([null, null])
})

it('leaves alone what is no thread of the system', () => {
  const before = getPriority()
  yieldAltogether(0)
  expect(getPriority()).toBe(before)
})
