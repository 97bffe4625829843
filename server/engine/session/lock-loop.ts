import { messageOf } from '#core/message-of.ts'
import { lockTuning } from '../locks/tuning.ts'
import { startPolling } from '../polling.ts'
import type { Clock, EngineIdentity, LockHint, LockPass, Store } from '../ports.ts'

/**
 * The lock loop lets the lock manager look at requests and released resources that committed appends have named. Hints
 * live in memory alone; every few seconds a scan finds requests whose hint was lost. Runs that wait for locks poll
 * nothing: the manager tells them by letters.
 */
export interface LockLoop {
  onRequested(runId: string): void
  onReleased(released: LockHint['released']): void
  /** A lock was given back outside of the engines: all requests are looked at. */
  onReleasedElsewhere(): void
  stop(): Promise<void>
}

export interface LockWorld {
  readonly engine: EngineIdentity
  readonly clock: Clock
  readonly store: Pick<Store, 'passLocks'>
  /** Runs have got letters. */
  onNotified(runIds: LockPass['notified']): void
  log(line: string): void
}

export function startLockLoop(world: LockWorld): LockLoop {
  const { clock, store, engine } = world
  let runIds = new Set<string>()
  let released: LockHint['released'][number][] = []
  let isAsked = false
  let scanAt = Number.NEGATIVE_INFINITY

  const polling = startPolling({
    after: clock.after,
    busyMs: lockTuning.scanMs,
    idleMs: lockTuning.scanMs,
    async work() {
      const now = clock.monotonic()
      const scan = isAsked || now >= scanAt
      const hint = { runIds: [...runIds], released, scan }
      if (!scan && hint.runIds.length === 0 && released.length === 0) return Math.max(1, scanAt - now)
      runIds = new Set()
      released = []
      isAsked = false
      try {
        const passed = await store.passLocks(engine, hint)
        if (passed.notified.length > 0) world.onNotified(passed.notified)
        released.push(...passed.released)
        if (passed.isFull) released.push(...hint.released)
        if (scan) scanAt = clock.monotonic() + lockTuning.scanMs
        return isAsked || released.length > 0 || runIds.size > 0 ? 0 : Math.max(1, scanAt - clock.monotonic())
      } catch (error) {
        for (const runId of hint.runIds) runIds.add(runId)
        released.push(...hint.released)
        isAsked ||= scan
        throw error
      }
    },
    onError: (error) => world.log(`locks cannot be granted: ${messageOf(error)}`),
  })

  return {
    onRequested(runId) {
      runIds.add(runId)
      polling.poke()
    },
    onReleased(resources) {
      released.push(...resources)
      polling.poke()
    },
    onReleasedElsewhere() {
      isAsked = true
      polling.poke()
    },
    stop: () => polling.stop(),
  }
}
