import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { setIdlePriority, threadNumber, threadTimes } from './thread-cpu.ts'

it.runIf(process.platform === 'linux')(
  'the times of a thread of this process are how long it has run, and has waited for a processor',
  () => {
    const before = threadTimes(threadNumber())
    expect(threadNumber()).toBeGreaterThan(0)
    expect(before?.ranMs).toBeGreaterThan(0)
    expect(before?.waitedMs).toBeGreaterThan(0)
    const after = threadTimes(threadNumber())
    expect(after?.ranMs).toBeGreaterThanOrEqual(before?.ranMs ?? 0)
    expect(after?.waitedMs).toBeGreaterThanOrEqual(before?.waitedMs ?? 0)
  },
)

it('there are no times of a thread that does not exist', () => {
  expect([threadTimes(0), threadTimes(1)]).toEqual([null, null])
})

it('no priority changes where the system has no number for a thread', () => {
  const before = getPriority()
  setIdlePriority(0)
  expect(getPriority()).toBe(before)
})
