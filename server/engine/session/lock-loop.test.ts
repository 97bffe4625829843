import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockTuning } from '../locks/tuning.ts'
import type { LockHint, LockPass } from '../ports.ts'
import { type LockLoop, startLockLoop } from './lock-loop.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const nothing: LockPass = { notified: [], granted: 0, released: [], isFull: false }

/** A loop over a lock manager that answers as told, and the hints of its passes. */
function loopOver(pass: () => LockPass = () => nothing): { readonly loop: LockLoop; readonly hints: LockHint[] } {
  const hints: LockHint[] = []
  const loop = startLockLoop({
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
      async passLocks(_engine, hint) {
        hints.push({ ...hint, released: [...hint.released] })
        return pass()
      },
    },
    onNotified: () => undefined,
    log: () => undefined,
  })
  return { loop, hints }
}

it('looks at all requests at once after a lock was given back outside of the engines, and not only at the next scan', async () => {
  const { loop, hints } = loopOver()
  await vi.advanceTimersByTimeAsync(1)
  expect(hints).toEqual([{ runIds: [], released: [], scan: true }])
  loop.onReleasedElsewhere()
  await vi.advanceTimersByTimeAsync(0)
  expect(hints.slice(1)).toEqual([{ runIds: [], released: [], scan: true }])
  await vi.advanceTimersByTimeAsync(lockTuning.scanMs - 2)
  expect(hints).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2)
  expect(hints).toHaveLength(3)
  await loop.stop()
})

it('looks again when such a look fails', async () => {
  let failures = 0
  const { loop, hints } = loopOver(() => {
    if (hints.length === 2 && failures++ === 0) throw new Error('no connection')
    return nothing
  })
  await vi.advanceTimersByTimeAsync(1)
  loop.onReleasedElsewhere()
  await vi.advanceTimersByTimeAsync(lockTuning.scanMs)
  expect(hints.map(({ scan }) => scan)).toEqual([true, true, true])
  await loop.stop()
})
