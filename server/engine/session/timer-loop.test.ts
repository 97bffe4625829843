import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FiredTimers } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { startTimerLoop, type TimerLoop } from './timer-loop.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** A loop whose looks find so many due timers, one after the other; each takes 20 ms. */
function loopThatFires(counts: readonly number[]): TimerLoop {
  const left = [...counts]
  return startTimerLoop({
    engine: { id: 'one', epoch: 1 },
    clock: {
      now: Date.now,
      monotonic: () => performance.now(),
      after(ms, action) {
        const timeout = setTimeout(action, ms)
        return () => clearTimeout(timeout)
      },
    },
    store: {
      fireTimers: () =>
        new Promise<FiredTimers>((resolve) => {
          setTimeout(() => resolve({ fired: left.shift() ?? 0, runIds: [], nextDueAt: null }), 20)
        }),
    },
    onFired: () => undefined,
    log: () => undefined,
  })
}

it('is behind from the first look that finds as many as it may take, until one finds fewer', async () => {
  const loop = loopThatFires([999, 1_000, 1_000, 3])
  await vi.advanceTimersByTimeAsync(21)
  expect(loop.isBehind).toBe(false)
  loop.onSet(Date.now())
  await vi.advanceTimersByTimeAsync(25)
  expect(loop.isBehind).toBe(true)
  await vi.advanceTimersByTimeAsync(21)
  expect(loop.isBehind).toBe(true)
  await vi.advanceTimersByTimeAsync(21)
  expect(loop.isBehind).toBe(false)
  await loop.stop()
})

it('is not behind for ever, so that runs in the queue go on beside timers without end', async () => {
  const loop = loopThatFires(Array.from({ length: 1_000 }, () => 1_000))
  await vi.advanceTimersByTimeAsync(40)
  expect(loop.isBehind).toBe(true)
  await vi.advanceTimersByTimeAsync(tuning.timersFirstMs)
  expect(loop.isBehind).toBe(false)
  const stopped = loop.stop()
  await vi.advanceTimersByTimeAsync(40)
  await stopped
})
