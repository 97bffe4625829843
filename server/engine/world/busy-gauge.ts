import { performance } from 'node:perf_hooks'

const WINDOW_MS = 50
const BUSY_SHARE = 0.7

/** Whether this thread has had hardly a pause since it was last asked. */
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
