import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localClock } from './local-clock.ts'

const DAY_MS = 24 * 3_600_000

describe('the clock of a process', () => {
  const call = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    call.mockClear()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([0, 1, 20, 24, 25, 60, 3_650])('calls after %d days, neither earlier nor twice', (days) => {
    localClock.after(days * DAY_MS + 1, call)
    vi.advanceTimersByTime(days * DAY_MS)
    expect(call).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(call).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, 30])('does not call when it is called off after %d days', (days) => {
    const callOff = localClock.after(60 * DAY_MS, call)
    vi.advanceTimersByTime(days * DAY_MS)
    callOff()
    expect(vi.getTimerCount()).toBe(0)
    expect(call).not.toHaveBeenCalled()
  })
})
