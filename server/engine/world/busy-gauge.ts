import { performance } from 'node:perf_hooks'

const WINDOW_MS = 50
const BUSY_SHARE = 0.7

/** Tells whether this thread was busy for nearly all of the time since the last question. */
export function createBusyGauge(): () => boolean {
  let last = performance.eventLoopUtilization()
  let readAt = performance.now()
  let busy = false
  return () => {
    const now = performance.now()
    if (now - readAt < WINDOW_MS) return busy
    const current = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(current, last).utilization > BUSY_SHARE
    last = current
    readAt = now
    return busy
  }
}
