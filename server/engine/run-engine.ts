import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { RunState } from '#core/run/state.ts'
import { createDescendants, type DescendantsBound } from './commit/descendants.ts'
import { createDefinitions } from './definitions.ts'
import type { EngineIdentity, Executor, ExecutorEvents, Ids, Store, WakeUp } from './ports.ts'
import { type Session, startSession } from './session/session.ts'
import type { DatabaseClock } from './world/clock.ts'

/** The world of an engine: real implementations in `engine.ts`, simulated ones in tests. */
export interface EngineWorld {
  readonly store: Store
  readonly clock: DatabaseClock
  readonly ids: Ids
  readonly wakeUp: WakeUp
  readonly createExecutor: (events: ExecutorEvents) => Executor
  /** Host of the engine, for operators who read the table of engines. */
  readonly host: string
  readonly pid: number
  /** Most runs that the engine holds at once. */
  readonly runsInMemory: number
  /**
   * Bytes of large values in held runs beyond which no more runs with large values are taken;
   * `limits.engine.keptInMemoryBytes` when absent.
   */
  readonly keptInMemory?: number | undefined
  /** Longer values are stored apart from the log; `limits.run.inlineCharacters` when absent. */
  readonly inlineCharacters?: number | undefined
  /** Runs that may descend from one; as `core/limits.ts` says when absent. */
  readonly descendants?: DescendantsBound | undefined
  /** Whether the engine is overloaded; absent: never. */
  readonly isBusy?: () => boolean
  /** Called when the engine has taken up a given run. */
  onGivenRun?(): void
  /** Called when a run waits or has ended, and is released; its history is this many characters long. */
  onRest?(state: RunState, characters: number): void
  log(line: string): void
}

export interface Engine {
  /** Identity of the present registration. */
  readonly identity: EngineIdentity
  readonly runs: number
  /** Finishes open writes to the database and hands all runs back. */
  stop(): Promise<void>
}

/**
 * Runs an engine. The engine leases itself: one row, renewed every three seconds by the database's clock. When it could
 * not renew for the duration of the lease, it considers its runs lost to other engines, drops them, and registers anew.
 * It does so too when the database goes on without acknowledged data: each run is then loaded again from the log that
 * is left.
 */
export async function runEngine(world: EngineWorld): Promise<Engine> {
  const { store, clock, wakeUp, log } = world
  const executor = world.createExecutor({
    isIdle: () => (session?.runs ?? 0) <= 1,
    onOutcome: (id, outcome) => session?.events.onOutcome(id, outcome),
    onProgress: (id, progress) => session?.events.onProgress(id, progress),
  })

  let session: Session | null = null
  let identity: EngineIdentity
  /** A registration that was given up, and whose runs are not in the ready table yet. */
  let givenUp: EngineIdentity | null = null
  let leasedUntil = 0
  let stopping = false

  const register = async (): Promise<EngineIdentity> => {
    const sentAt = clock.monotonic()
    const registered = await store.register(world.host, world.pid, limits.engine.leaseMs, takesRuns)
    clock.adjust(registered.now, sentAt, clock.monotonic())
    leasedUntil = sentAt + limits.engine.leaseMs
    const fresh = { id: registered.id, epoch: registered.epoch }
    // Definitions are read anew: the last published version may have been lost, and its number used again.
    const descendants = createDescendants(store, world.descendants)
    session = startSession(fresh, { ...world, executor, definitions: createDefinitions(store), descendants })
    return fresh
  }

  const keepLease = async (): Promise<void> => {
    if (session) {
      const sentAt = clock.monotonic()
      const now = await store.renew(identity, limits.engine.leaseMs)
      if (now !== null) {
        clock.adjust(now, sentAt, clock.monotonic())
        leasedUntil = sentAt + limits.engine.leaseMs
        return
      }
      if (session) loseLease('the lease had run out')
    }
    // Runs that no engine has recovered yet are handed back: they do not count as a death of this engine.
    if (givenUp) await store.retire(givenUp)
    givenUp = null
    identity = await register()
  }

  /**
   * Recovers runs of dead engines; returns the milliseconds until the next lease of any engine expires, if not renewed.
   */
  const takeBack = async (): Promise<number | null> => {
    const { runs, nextExpiryMs } = await store.recover()
    if (runs > 0) {
      log(`took back ${runs} runs of an engine that is gone`)
      wakeUp.wake('engine')
    }
    return nextExpiryMs
  }

  const loseLease = (why: string) => {
    log(`${why}: giving up ${session?.runs ?? 0} runs and registering again`)
    if (session) givenUp = identity
    session?.abandon()
    session = null
  }

  let renewing: Promise<void> | null = null
  let endHeart = () => {}
  const beatIn = (ms: number) => {
    endHeart()
    if (!stopping) endHeart = clock.after(ms, beat)
  }
  const beat = () => {
    beatIn(limits.engine.leaseRenewMs)
    if (session && clock.monotonic() > leasedUntil) loseLease('the lease could not be renewed in time')
    renewing ??= keepLease()
      .catch((error: unknown) => {
        log(`the lease: ${messageOf(error)}`)
        beatIn(limits.engine.leaseAgainMs)
      })
      .finally(() => {
        renewing = null
      })
  }

  // Recovery runs more often than the lease is renewed, and right after a lease is due to expire: the runs of a dead
  // engine wait for the end of its lease, and for the next recovery.
  let recovering: Promise<void> | null = null
  let endWatch = () => {}
  const watchIn = (ms: number) => {
    endWatch()
    if (!stopping) endWatch = clock.after(ms, watch)
  }
  const watch = () => {
    watchIn(limits.engine.recoverMs)
    if (!session) return
    recovering ??= takeBack()
      .then((nextExpiryMs) => {
        // An engine whose lease has expired and whose row is still there is claiming runs right now.
        if (nextExpiryMs !== null && nextExpiryMs < limits.engine.recoverMs)
          watchIn(Math.max(nextExpiryMs, 0) + limits.engine.recoverAfterMs)
      })
      .catch((error: unknown) => log(`runs cannot be taken back: ${messageOf(error)}`))
      .finally(() => {
        recovering = null
      })
  }

  let retrying: Promise<void> | null = null
  let endRetries = () => {}
  /** Retries runs that were put aside: an engine that starts may succeed where earlier engines failed. */
  const retryAside = () => {
    endRetries = clock.after(limits.engine.asideMs, retryAside)
    retrying ??= store
      .retryAside(limits.engine.asideAtOnce)
      .then((runs) => {
        if (runs > 0) wakeUp.wake('engine')
      })
      .catch((error: unknown) => log(`runs that waited for another try cannot have it: ${String(error)}`))
      .finally(() => {
        retrying = null
      })
  }

  const endFence = store.onOtherGeneration(() => {
    if (!session) return
    loseLease('the database has gone on without what it had')
    beatIn(limits.engine.leaseAgainMs)
  })

  // The engine listens before it registers as taking runs: the hint of a given run comes at once.
  const takesRuns = await wakeUp.listenForGiven((hint) => session?.onGiven(hint))
  identity = await register()
  await takeBack()
  retryAside()
  beatIn(limits.engine.leaseRenewMs)
  watchIn(limits.engine.recoverMs)

  return {
    get identity() {
      return identity
    },
    get runs() {
      return session?.runs ?? 0
    },
    async stop() {
      if (stopping) return
      stopping = true
      endHeart()
      endWatch()
      endRetries()
      endFence()
      await Promise.all([renewing, recovering, retrying])
      await session?.stop()
      await Promise.all([executor.close(), wakeUp.close()])
      await store.unregister(identity).catch((error: unknown) => log(`the lease is left to expire: ${String(error)}`))
      await store.close()
    },
  }
}
