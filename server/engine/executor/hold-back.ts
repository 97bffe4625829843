import { performance } from 'node:perf_hooks'
import { limits } from '#core/limits.ts'
import { localClock } from '../world/local-clock.ts'

const { turnMs, runMs, busyShare } = limits.engine.heldBack

/** What somebody does who is held back. */
export type HeldFor = keyof typeof runMs

/** Something that keeps a processor busy, and that can be stopped for a while. */
export interface Stoppable {
  /** False: it is gone, or cannot be stopped. */
  stop(): boolean
  goOn(): void
  /** It goes on, for good. */
  close(): void
}

export interface Hold {
  /** Whether it is held back from now on, and for what. */
  set(heldFor: HeldFor | null): void
  /** It goes on, for good. */
  end(): void
}

/**
 * Holds back what keeps a processor busy: while this process has work of its own, the other is stopped for most
 * of the time. A low priority alone does not do: what runs delays whoever wakes, has a share where shares are
 * those of groups and not of processes, and counts where a machine is given so much and no more.
 *
 * `onRested` is told how long it was stopped, before it goes on.
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
      // It has its share of this turn, whatever it is held for from the next one on.
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

/** Whether this process has had something to do since it was asked last. */
function hasWork(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > busyShare
  }
}
