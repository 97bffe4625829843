import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { RunState } from '#core/run/state.ts'
import { createDescendants, type DescendantsBound } from './commit/descendants.ts'
import { createDefinitions } from './definitions.ts'
import type { EngineIdentity, Executor, ExecutorEvents, Ids, Store, WakeUp } from './ports.ts'
import { type Session, startSession } from './session/session.ts'
import type { DatabaseClock } from './world/clock.ts'

/** Everything that an engine touches: the real things in `engine.ts`, others where it is put to the test. */
export interface EngineWorld {
  readonly store: Store
  readonly clock: DatabaseClock
  readonly ids: Ids
  readonly wakeUp: WakeUp
  readonly createExecutor: (events: ExecutorEvents) => Executor
  /** Who this is, for people who look at the table of engines. */
  readonly host: string
  readonly pid: number
  /** How many runs it holds at once. */
  readonly runsInMemory: number
  /** Bytes of large values in the runs that are held, beyond which no more runs with such are taken; `limits.engine.keptInMemoryBytes` when absent. */
  readonly keptInMemory?: number | undefined
  /** Longer values are kept apart from the log; `limits.run.inlineCharacters` when absent. */
  readonly inlineCharacters?: number | undefined
  /** Runs that may descend from one; as `core/limits.ts` says when absent. */
  readonly descendants?: DescendantsBound | undefined
  /** Whether it has more to do than it can; absent: never. */
  readonly isBusy?: () => boolean
  /** Took up a run that it was given at its start. */
  onGivenRun?(): void
  /** A run waits or has ended, and is let go of; its history is this many characters long. */
  onRest?(state: RunState, characters: number): void
  log(line: string): void
}

export interface Engine {
  /** Of the present registration. */
  readonly identity: EngineIdentity
  readonly runs: number
  /** Finishes what is on its way to the database and gives all runs back. */
  stop(): Promise<void>
}

/**
 * Runs an engine. It leases itself: one row, renewed every three seconds by
 * the database's clock. When it could not renew for as long as the lease
 * lasts, it considers its runs somebody else's, drops them, and registers anew. So it does when the database goes on
 * without what it had acknowledged: each run is then loaded again from its log, as far as that goes now.
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
  /** A registration that was given up, and whose runs are still to be put back. */
  let givenUp: EngineIdentity | null = null
  let leasedUntil = 0
  let stopping = false

  const register = async (): Promise<EngineIdentity> => {
    const sentAt = clock.monotonic()
    const registered = await store.register(world.host, world.pid, limits.engine.leaseMs, takesRuns)
    clock.adjust(registered.now, sentAt, clock.monotonic())
    leasedUntil = sentAt + limits.engine.leaseMs
    const fresh = { id: registered.id, epoch: registered.epoch }
    // Versions are read anew: one that was published last may have been lost, and its number used again.
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
    // What nobody has taken back meanwhile was not this engine's death.
    if (givenUp) await store.retire(givenUp)
    givenUp = null
    identity = await register()
  }

  /** Says in how many milliseconds somebody's lease expires, if it is not renewed. */
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

  // More often than the lease is renewed, and when one is about to expire, right after that: the runs of a
  // dead engine wait for as long as its lease, and for this.
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
        // One that has expired and is still there is taking runs right now.
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
  /** An engine that starts may be able to do what those before it were not. */
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

  // Before it says that it takes runs: whoever gives it one tells it at once.
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
