import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clock } from './use-now.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

it('is right from the moment that somebody listens, without being read before, and moves once a second', () => {
  const heard = vi.fn()
  const leave = clock.subscribe(heard)
  expect(clock.read()).toBe(1_000_000)
  vi.advanceTimersByTime(999)
  expect([clock.read(), heard.mock.calls.length]).toEqual([1_000_000, 0])
  vi.advanceTimersByTime(1)
  expect([clock.read(), heard.mock.calls.length]).toEqual([1_001_000, 1])
  leave()
  vi.advanceTimersByTime(5_000)
  expect([clock.read(), heard.mock.calls.length]).toEqual([1_006_000, 1])
})
