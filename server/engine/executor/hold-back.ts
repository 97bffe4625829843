import { performance } from 'node:perf_hooks'
import { limits } from '#core/limits.ts'
import { localClock } from '../world/local-clock.ts'

const { turnMs, runMs, busyShare } = limits.engine.heldBack

/** What the held-back thread or process does. */
export type HeldFor = keyof typeof runMs

/** A thread or process that keeps a processor busy, and that can be stopped for a while. */
export interface Stoppable {
  /** False: the target is gone, or cannot be stopped. */
  stop(): boolean
  goOn(): void
  /** Lets the target run for good. */
  close(): void
}

export interface Hold {
  /** Sets whether the target is held back from now on, and for what. */
  set(heldFor: HeldFor | null): void
  /** Lets the target run for good. */
  end(): void
}

/**
 * A hold stops a thread or process that keeps a processor busy, for most of the time in which this process has work. A
 * low priority alone is not enough: a running thread delays a thread that wakes, keeps its share where the system
 * shares by groups and not by processes, and uses up the quota of a machine with a processor limit.
 *
 * `onRested` gets the time for which the target was stopped, before the target goes on.
 */
export function holdBack(held: Stoppable, onRested: (ms: number) => void, isBusy = hasWork()): Hold {
  let heldFor: HeldFor | null = null
  let stoppedAt: number | null = null

  const goOn = () => {
    if (stoppedAt === null) return
    onRested(localClock.monotonic() - stoppedAt)
    stoppedAt = null
    held.goOn()
  }
  const rest = () => {
    if (heldFor && stoppedAt === null && isBusy() && held.stop()) stoppedAt = localClock.monotonic()
  }
  const turns = setInterval(() => {
    goOn()
    if (heldFor) setTimeout(rest, runMs[heldFor]).unref()
  }, turnMs)
  turns.unref()

  return {
    set(what) {
      const wasHeld = heldFor !== null
      heldFor = what
      if (!what) goOn()
      // A target that was held already has its share of this turn; the new reason counts from the next turn on.
      else if (!wasHeld) rest()
    },
    end() {
      heldFor = null
      clearInterval(turns)
      goOn()
      held.close()
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
