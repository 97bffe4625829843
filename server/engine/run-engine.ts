import { messageOf } from '#core/message-of.ts'
import type { RunState } from '#core/run/state.ts'
import { createDescendants, type DescendantsBound } from './commit/descendants.ts'
import { allDeciders, createDefinitions, type Deciders, deciders } from './definitions.ts'
import type { CodeRunner, EngineIdentity, Executor, ExecutorEvents, Ids, Store, WakeUp } from './ports.ts'
import { Repeating } from './repeating.ts'
import { type Session, startSession } from './session/session.ts'
import { tuning } from './tuning.ts'
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
  /** Spans of runs are exported, so requests name the span of their attempt; absent: those with a caller's trace alone do. */
  readonly hasTraces?: boolean | undefined
  /**
   * Bytes of large values in held runs beyond which no more runs with large values are taken;
   * `tuning.payloadsInMemoryBytes` when absent.
   */
  readonly payloadsInMemory?: number | undefined
  /** Longer values are stored apart from the log; `limits.run.inlineCharacters` when absent. */
  readonly inlineCharacters?: number | undefined
  /** Runs that may descend from one; as `core/limits.ts` says when absent. */
  readonly descendants?: DescendantsBound | undefined
  /** Deciders of other kinds of definitions, for tests; those of `definitions.ts` when absent. */
  readonly deciders?: Deciders
  /** Runs the code of workflows that are code; absent: such runs are parked. */
  readonly code?: CodeRunner
  /** Whether the engine is overloaded; absent: never. */
  readonly isBusy?: () => boolean
  /** The share of its time that the thread was busy since the last question; absent: it is never busy. */
  readonly busyShare?: () => number
  /** Called when the engine has taken up an eager run. */
  onEagerRun?(): void
  /** Called when a run waits or has ended, and is released; its history is this many characters long. */
  onSettled?(state: RunState, characters: number): void
  log(line: string): void
}

export interface Engine {
  /** Identity of the present registration. */
  readonly identity: EngineIdentity
  readonly runs: number
  /** False after the lease was lost, until it registers again. */
  readonly isRegistered: boolean
  /**
   * Takes no more runs, and hands back each run that has no call under way. Resolves when no run is left, or after this
   * time; `stop` follows.
   */
  drain(withinMs: number): Promise<void>
  /** Finishes open writes to the database and hands all runs back. */
  stop(): Promise<void>
}

/**
 * The registration of an engine. It is leased: one row of the database, renewed by the database's clock.
 *
 * - `registered`: the engine has a session, which holds runs. It leads to `lost` when the lease could not be renewed in
 *   time, or when the database went on without acknowledged data: other engines may have the runs.
 * - `lost`: there is no session. `givenUp` is the registration whose runs are still to be handed back. It leads to
 *   `registered`, under a new identity: each run is loaded again from the log.
 */
type Registration =
  | { readonly state: 'registered'; readonly identity: EngineIdentity; readonly session: Session; leasedUntil: number }
  | { readonly state: 'lost'; readonly identity: EngineIdentity; givenUp: EngineIdentity | null }

/** Runs an engine: registers it, and keeps its lease, recovers runs of dead engines and unparks runs until it stops. */
export async function runEngine(world: EngineWorld): Promise<Engine> {
  const engine = new RunningEngine(world)
  await engine.start()
  return engine
}

class RunningEngine implements Engine {
  readonly #world: EngineWorld
  readonly #executor: Executor
  #registration: Registration | null = null
  #takesRuns = false
  /** Engines that are alive, as of the last look. */
  #engines = 1
  #isStopping = false
  #isDraining = false
  #loops: { readonly [Loop in 'lease' | 'recovery' | 'unparking' | 'recount']: Repeating } | null = null
  #endFence = (): void => undefined

  constructor(world: EngineWorld) {
    this.#world = world
    this.#executor = world.createExecutor({
      isIdle: () => this.runs <= 1,
      onOutcome: (id, outcome) => this.#session?.events.onOutcome(id, outcome),
      onProgress: (id, progress) => this.#session?.events.onProgress(id, progress),
    })
  }

  get identity(): EngineIdentity {
    if (!this.#registration) throw new Error('The engine has not registered yet.')
    return this.#registration.identity
  }

  get runs(): number {
    return this.#session?.runs ?? 0
  }

  get isRegistered(): boolean {
    return this.#session !== null
  }

  async start(): Promise<void> {
    const { store, wakeUp } = this.#world
    this.#endFence = store.onOtherGeneration(() => this.#onOtherGeneration())
    // The engine listens before it registers as taking runs: the hint of an eager start comes at once.
    const hears = await wakeUp.listenForEagerStarts((hint) => this.#session?.onEagerStart(hint))
    // Under a budget every run goes through the queue, where it gets its slot.
    this.#takesRuns = hears && store.recountSlots === undefined
    await store.recountSlots?.()
    await this.#register()
    await this.#recover()
    this.#loops = this.#startLoops()
  }

  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true
    await this.#session?.drain(withinMs)
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return
    this.#isStopping = true
    const { store, wakeUp, log } = this.#world
    this.#endFence()
    const loops = Object.values(this.#loops ?? {})
    await Promise.all(loops.map((loop) => loop.stop()))
    await this.#session?.stop()
    await Promise.all([this.#executor.close(), this.#world.code?.close(), wakeUp.close()])
    await store
      .unregister(this.identity)
      .catch((error: unknown) => log(`the lease is left to expire: ${String(error)}`))
    await store.close()
  }

  get #session(): Session | null {
    return this.#registration?.state === 'registered' ? this.#registration.session : null
  }

  async #register(): Promise<void> {
    const { store, clock } = this.#world
    const sentAt = clock.monotonic()
    const { now, id, epoch } = await store.register(this.#world.host, this.#world.pid, tuning.leaseMs, this.#takesRuns)
    clock.adjust(now, sentAt, clock.monotonic())
    const identity = { id, epoch }
    const session = startSession(identity, {
      ...this.#world,
      executor: this.#executor,
      engines: () => this.#engines,
      // Definitions are read anew: the last published version may have been lost, and its number used again.
      definitions: createDefinitions(store, this.#world.deciders ?? (this.#world.code ? allDeciders : deciders)),
      descendants: createDescendants(store, this.#world.descendants),
    })
    this.#registration = { state: 'registered', identity, session, leasedUntil: sentAt + tuning.leaseMs }
  }

  #startLoops() {
    const { clock, log } = this.#world
    const { leaseRenewMs, leaseAgainMs, recoverMs, unparkEveryMs, recountSlotsMs } = tuning
    const { after } = clock
    const unparking = new Repeating(
      {
        after,
        everyMs: unparkEveryMs,
        work: () => this.#unpark(),
        onError(error) {
          log(`parked runs cannot be tried again: ${String(error)}`)
          return null
        },
      },
      0,
    )
    const lease = new Repeating({
      after,
      everyMs: leaseRenewMs,
      onTurn: () => this.#checkLease(),
      work: () => this.#keepLease(),
      onError(error) {
        log(`the lease: ${messageOf(error)}`)
        return leaseAgainMs
      },
    })
    // Recovery runs more often than the lease is renewed, and right after a lease is due to expire: the runs of a dead
    // engine wait for the end of its lease, and for the next recovery.
    const recovery = new Repeating({
      after,
      everyMs: recoverMs,
      work: () => (this.#session ? this.#recover() : Promise.resolve(null)),
      onError(error) {
        log(`runs cannot be recovered: ${messageOf(error)}`)
        return null
      },
    })
    const recount = new Repeating({
      after,
      everyMs: recountSlotsMs,
      work: () => this.#recountSlots(),
      onError(error) {
        log(`run slots cannot be counted: ${messageOf(error)}`)
        return null
      },
    })
    return { unparking, lease, recovery, recount }
  }

  #checkLease(): void {
    const registration = this.#registration
    if (registration?.state === 'registered' && this.#world.clock.monotonic() > registration.leasedUntil)
      this.#loseLease('the lease could not be renewed in time')
  }

  /** Renews the lease, or registers again. */
  async #keepLease(): Promise<null> {
    const { store, clock } = this.#world
    const registration = this.#registration
    if (registration?.state === 'registered') {
      const sentAt = clock.monotonic()
      const load = { held: registration.session.runs, busy: this.#world.busyShare?.() ?? 0 }
      const now = await store.renew(registration.identity, tuning.leaseMs, load)
      if (now !== null) {
        clock.adjust(now, sentAt, clock.monotonic())
        registration.leasedUntil = sentAt + tuning.leaseMs
        return null
      }
      this.#loseLease('the lease had run out')
    }
    const lost = this.#registration
    if (lost?.state === 'lost' && lost.givenUp) {
      // Runs that no engine has recovered yet are handed back: they do not count as a death of this engine.
      await store.retire(lost.givenUp)
      lost.givenUp = null
    }
    // A new session would take runs, which the draining engine gives up at once.
    if (this.#isDraining) return null
    await this.#register()
    return null
  }

  #loseLease(why: string): void {
    const registration = this.#registration
    if (registration?.state !== 'registered') return
    const { identity, session } = registration
    this.#world.log(`${why}: giving up ${session.runs} runs and registering again`)
    this.#registration = { state: 'lost', identity, givenUp: identity }
    session.abandon()
    this.#world.code?.forget()
  }

  #onOtherGeneration(): void {
    if (!this.#session) return
    this.#loseLease('the database has gone on without what it had')
    this.#loops?.lease.nextIn(tuning.leaseAgainMs)
  }

  /** Recovers runs of dead engines; returns the milliseconds until the next recovery, if that is sooner than usual. */
  async #recover(): Promise<number | null> {
    const { store, wakeUp, log } = this.#world
    const { runs, nextExpiryMs, engines, leastBusy } = await store.recover()
    this.#engines = engines
    this.#session?.balance(engines, leastBusy)
    if (runs > 0) {
      log(`recovered ${runs} runs of an engine that is gone`)
      wakeUp.wake('engine')
    }
    // An engine whose lease has expired and whose row is still there is claiming runs right now.
    return nextExpiryMs !== null && nextExpiryMs < tuning.recoverMs
      ? Math.max(nextExpiryMs, 0) + tuning.recoverAfterMs
      : null
  }

  /** Makes parked runs ready again: an engine that starts may succeed where earlier engines failed. */
  async #unpark(): Promise<null> {
    if ((await this.#world.store.unpark(tuning.unparkAtOnce)) > 0) this.#world.wakeUp.wake('engine')
    return null
  }

  /** Counts the slots anew: one that was lost with an answer of the database would be missing for ever. */
  async #recountSlots(): Promise<null> {
    const { store, wakeUp, log } = this.#world
    const wrong = (await store.recountSlots?.()) ?? 0
    if (wrong > 0) {
      log(`the slots of ${wrong} runs were counted anew`)
      wakeUp.wake('engine')
    }
    return null
  }
}
