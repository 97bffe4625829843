import { messageOf } from '#core/message-of.ts'
import { startPolling } from '../polling.ts'
import type { Clock, EngineIdentity, FiredTimers, Store } from '../ports.ts'
import { tuning } from '../tuning.ts'

/**
 * The timer loop fires due timers. The rows are the truth; memory holds only the due time of the next timer, so a
 * million timers cost nothing here. Any engine may fire any timer; each engine looks at least every few seconds for
 * timers of other engines.
 */
export interface TimerLoop {
  /** A timer was set. */
  onSet(dueAt: number): void
  /** More timers are due than it could fire so far, and have been for no longer than `timersFirstMs`. */
  readonly isBehind: boolean
  stop(): Promise<void>
}

export interface TimerWorld {
  readonly engine: EngineIdentity
  readonly clock: Clock
  readonly store: Pick<Store, 'fireTimers'>
  onFired(fired: FiredTimers): void
  log(line: string): void
}

const AT_ONCE = 1_000

export function startTimerLoop(world: TimerWorld): TimerLoop {
  let nextDueAt = Number.POSITIVE_INFINITY
  let callOff: (() => void) | null = null
  let behindSince: number | null = null

  const polling = startPolling({
    after: world.clock.after,
    busyMs: tuning.pollBusyMs,
    idleMs: tuning.pollIdleMs,
    async work() {
      nextDueAt = Number.POSITIVE_INFINITY
      const fired = await world.store.fireTimers(world.engine, AT_ONCE)
      const isFull = fired.fired === AT_ONCE
      behindSince = isFull ? (behindSince ?? world.clock.monotonic()) : null
      if (fired.fired > 0) world.onFired(fired)
      if (isFull) return 0
      if (fired.nextDueAt !== null) onSet(fired.nextDueAt)
      return tuning.pollIdleMs
    },
    onError: (error) => world.log(`timers cannot be read: ${messageOf(error)}`),
  })

  const onSet = (dueAt: number) => {
    if (dueAt >= nextDueAt) return
    nextDueAt = dueAt
    const inMs = dueAt - world.clock.now()
    callOff?.()
    // The next poll finds a timer that is due later than the poll.
    callOff = inMs < tuning.pollIdleMs ? world.clock.after(Math.max(1, inMs), polling.poke) : null
  }

  return {
    onSet,
    get isBehind() {
      return behindSince !== null && world.clock.monotonic() - behindSince < tuning.timersFirstMs
    },
    async stop() {
      callOff?.()
      await polling.stop()
    },
  }
}
