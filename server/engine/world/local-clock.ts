import type { LocalClock } from '../ports.ts'

/** The clock of this process. */
export const localClock: LocalClock = {
  monotonic: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
