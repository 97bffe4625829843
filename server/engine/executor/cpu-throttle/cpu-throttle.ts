import { performance } from 'node:perf_hooks'
import { localClock } from '../../world/local-clock.ts'
import { tuning } from '../tuning.ts'

const { turnMs, runMs, busyShare } = tuning.throttle

/** What a throttled thread or process does. */
export type ThrottleReason = keyof typeof runMs

/** A thread or process that can be stopped for a while. */
export interface Stoppable {
  /** False: the target is gone, or cannot be stopped. */
  stop(): boolean
  resume(): void
  /** Lets the target run for good. */
  close(): void
}

export interface CpuThrottle {
  /** Throttles the target from now on, for this reason; null: lets it run. */
  set(reason: ThrottleReason | null): void
  /** Lets the target run for good. */
  end(): void
}

/**
 * A CPU throttle stops a thread or process that keeps a processor busy, for most of the time in which this process has
 * work. A low priority alone is not enough: a running thread delays a thread that wakes, keeps its share where the system
 * shares by groups and not by processes, and uses up the quota of a machine with a processor limit.
 *
 * `onStopped` gets the time for which the target was stopped, before the target goes on.
 */
export function throttleCpu(target: Stoppable, onStopped: (ms: number) => void, isBusy = hasWork()): CpuThrottle {
  let reason: ThrottleReason | null = null
  let stoppedAt: number | null = null

  const resume = () => {
    if (stoppedAt === null) return
    onStopped(localClock.monotonic() - stoppedAt)
    stoppedAt = null
    target.resume()
  }
  const stop = () => {
    if (reason && stoppedAt === null && isBusy() && target.stop()) stoppedAt = localClock.monotonic()
  }
  const turns = setInterval(() => {
    resume()
    if (reason) setTimeout(stop, runMs[reason]).unref()
  }, turnMs)
  turns.unref()

  return {
    set(next) {
      const wasThrottled = reason !== null
      reason = next
      if (!next) resume()
      // A target that was throttled already has its share of this turn; the new reason counts from the next turn on.
      else if (!wasThrottled) stop()
    },
    end() {
      reason = null
      clearInterval(turns)
      resume()
      target.close()
    },
  }
}

/** Whether this process has had work since the last question. */
function hasWork(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > busyShare
  }
}
