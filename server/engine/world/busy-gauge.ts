import { performance } from 'node:perf_hooks'

const WINDOW_MS = 50
const BUSY_SHARE = 0.7

/** Tells the share of the time since the last question that this thread was busy. */
export function createBusyShare(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
}

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
