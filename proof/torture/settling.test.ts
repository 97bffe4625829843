import { describe, expect, test } from 'vitest'
import { type Look, type Settling, settling, verdictOn } from './settling.ts'

const open: Look = { at: 0, open: 3, events: 100, engines: 2 }

/** One look a second, each as the function says. */
function lookFor(seconds: number, seen: (second: number) => Partial<Look>): Settling {
  let state = settling(null, { ...open, ...seen(0), at: 0 })
  for (let second = 1; second <= seconds; second += 1) {
    state = settling(state, { ...open, ...seen(second), at: second * 1_000 })
  }
  return state
}

describe('the end of a torture', () => {
  test('comes when no run is open', () => {
    expect(verdictOn(lookFor(2, () => ({ open: 0 })))).toBe('settled')
  })

  test('is waited for as long as runs end or write events, however slowly', () => {
    expect(verdictOn(lookFor(3_600, (second) => ({ events: 100 + Math.floor(second / 59) })))).toBe('wait')
    expect(verdictOn(lookFor(3_600, (second) => ({ open: 100 - Math.floor(second / 59) })))).toBe('wait')
  })

  test('finds runs lost that stood still for a minute beside engines that are alive', () => {
    expect(verdictOn(lookFor(59, () => ({})))).toBe('wait')
    expect(verdictOn(lookFor(60, () => ({})))).toBe('lost')
  })

  test('calls runs starved, not lost, that no engine with a lease could have moved', () => {
    expect(verdictOn(lookFor(599, () => ({ engines: 0 })))).toBe('wait')
    expect(verdictOn(lookFor(600, () => ({ engines: 0 })))).toBe('starved')
  })

  test('does not count the time in which it could not look itself', () => {
    const before = lookFor(58, () => ({}))
    expect(verdictOn(settling(before, { ...open, at: 58_000 + 300_000 }))).toBe('wait')
  })
})
