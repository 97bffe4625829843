import type { RunState } from '#core/run/state.ts'
import type { Append, Appended } from '../commit/append.ts'
import { createAppendCommitter } from '../commit/append-committer.ts'
import type { Descendants } from '../commit/descendants.ts'
import type { GroupCommitter } from '../commit/group-committer.ts'
import type { Definitions } from '../definitions.ts'
import { type Attempts, createAttempts } from '../ownership/attempts.ts'
import { RunRegistry } from '../ownership/run-registry.ts'
import type { Taken } from '../ownership/take-runs.ts'
import type {
  Clock,
  CodeRunner,
  EagerStartHint,
  EngineIdentity,
  Executor,
  ExecutorEvents,
  Ids,
  Store,
  WakeUp,
} from '../ports.ts'
import { tuning } from '../tuning.ts'
import { type Admission, createAdmission } from './admission.ts'
import { Claims } from './claims.ts'
import { Cooling } from './cooling.ts'
import { type EagerRuns, receiveEagerRuns } from './eager-runs.ts'
import { createHandBacks, type HandBacks } from './hand-backs.ts'
import { type LockLoop, startLockLoop } from './lock-loop.ts'
import { type MailReader, startMailReader } from './mail-reader.ts'
import { createPayloadAdmission, type PayloadAdmission } from './payload-admission.ts'
import { createReleaser } from './releaser.ts'
import { startTimerLoop, type TimerLoop } from './timer-loop.ts'

/**
 * A session is the work of an engine under one registration: it claims runs, advances them, reads their mail and fires
 * timers. A session ends in order when the engine stops, or at once when the lease is lost; then a new registration
 * begins a new session.
 */
export interface Session {
  readonly events: ExecutorEvents
  readonly runs: number
  /** Hands runs back while this engine is overloaded and another one has time; called at regular looks. */
  balance(engines: number, leastBusy: number | null): void
  /** Handles the hint of an eager start, which may be for another engine. */
  onEagerStart(hint: EagerStartHint): void
  /**
   * Takes no more runs and begins no more calls; hands back each run as soon as no call of it is under way. Resolves when
   * no run is left, or after this time.
   */
  drain(withinMs: number): Promise<void>
  /** Finishes open writes to the database; begins no new work. */
  stop(): Promise<void>
  /** Drops every run at once: the lease is lost, and other engines may own the runs now. */
  abandon(): void
}

export interface SessionWorld {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly executor: Pick<Executor, 'start' | 'cancel'>
  readonly definitions: Definitions
  readonly descendants: Descendants
  readonly wakeUp: WakeUp
  readonly runsInMemory: number
  /** Spans of runs are exported. */
  readonly hasTraces?: boolean | undefined
  readonly payloadsInMemory?: number | undefined
  readonly inlineCharacters?: number | undefined
  /** Runs the code of workflows that are code. */
  readonly code?: CodeRunner
  /** Whether the engine is overloaded; absent: never. */
  readonly isBusy?: () => boolean
  /** Engines that are alive, this one included. */
  readonly engines: () => number
  onEagerRun?(): void
  onSettled?(state: RunState, characters: number): void
  log(line: string): void
}

export function startSession(engine: EngineIdentity, world: SessionWorld): Session {
  return new OpenSession(engine, world)
}

/**
 * A session holds its parts and passes between them what concerns more than one:
 *
 * - claims, eager starts and mail bring runs and commands to the registry;
 * - the registry commits by the committer, calls by the attempts, and tells the claims that there is room;
 * - a committed append concerns timers, workers and other runs (`#onSent`).
 *
 * - `open`: runs are claimed and advanced. It leads to `draining`, `closing` or `abandoned`.
 * - `draining`: no run is claimed and no call begins; runs without a call are handed back. It leads to `closing` or to
 *   `abandoned`.
 * - `closing`: writes that are under way are finished, then all runs are handed back. Final.
 * - `abandoned`: the lease is lost and every run is dropped. Final.
 */
type SessionState = 'open' | 'draining' | 'closing' | 'abandoned'

class OpenSession implements Session {
  readonly #engine: EngineIdentity
  readonly #world: SessionWorld
  readonly #committer: GroupCommitter<Append, Appended>
  readonly #payloads: PayloadAdmission
  readonly #admission: Admission
  readonly #attempts: Attempts
  readonly #registry: RunRegistry
  readonly #mail: MailReader
  readonly #timers: TimerLoop
  readonly #locks: LockLoop
  readonly #claims: Claims
  readonly #eagerRuns: EagerRuns
  readonly #handBacks: HandBacks
  readonly #cooling: Cooling
  readonly #endListening: () => void
  #state: SessionState = 'open'
  #onEmpty = (): void => undefined

  constructor(engine: EngineIdentity, world: SessionWorld) {
    this.#engine = engine
    this.#world = world
    const { store, clock, wakeUp, log } = world
    this.#committer = this.#openCommitter()
    this.#payloads = createPayloadAdmission(
      world.payloadsInMemory ?? tuning.payloadsInMemoryBytes,
      () => this.#registry.payloadBytes,
      clock.monotonic,
    )
    this.#admission = createAdmission({
      runsInMemory: world.runsInMemory,
      payloadBudget: () => this.#payloads.budget(),
      isBusy: world.isBusy ?? (() => false),
      appendsPending: () => this.#committer.pending,
      engines: world.engines,
      monotonic: clock.monotonic,
    })
    this.#attempts = createAttempts(
      world.executor,
      clock.monotonic,
      (run, command) => this.#registry.deliver(run, { command }),
      world.hasTraces,
    )
    this.#handBacks = createHandBacks({
      engine,
      store,
      after: clock.after,
      onHandedBack: () => wakeUp.wake('engine'),
      log,
    })
    this.#registry = this.#createRegistry()
    this.#cooling = new Cooling({
      letLeave: (share, mayLeave) => this.#registry.letLeave(share, mayLeave),
      keepAll: () => this.#registry.keepAll(),
      isBusy: world.isBusy ?? (() => false),
      monotonic: clock.monotonic,
      log,
    })
    this.#mail = startMailReader({
      engine,
      store,
      after: clock.after,
      holdsAny: () => this.#registry.size > 0,
      heldNow: () => this.#registry.heldNow(),
      deliver: (drained, asked, held) => this.#registry.deliverMail(drained, asked, held),
      log,
    })
    this.#timers = startTimerLoop({
      engine,
      clock,
      store,
      onFired: ({ fired, runIds }) => {
        for (const runId of runIds) this.#mail.ask(runId)
        if (fired > runIds.length) wakeUp.wake('engine')
      },
      log,
    })
    this.#locks = startLockLoop({ engine, clock, store, onNotified: (runIds) => this.#onNotified(runIds), log })
    this.#claims = this.#startClaims()
    this.#eagerRuns = this.#receiveEagerRuns()
    const look = () => {
      this.#claims.poke()
      this.#mail.poke()
    }
    const ends = [
      wakeUp.listen('engine', look),
      wakeUp.listenAs(engine, () => {
        look()
        this.#eagerRuns.poke()
      }),
      wakeUp.listen('locks', () => this.#locks.onReleasedElsewhere()),
    ]
    this.#endListening = () => {
      for (const end of ends) end()
    }
  }

  get events(): ExecutorEvents {
    return this.#attempts
  }

  get runs(): number {
    return this.#registry.size
  }

  balance(engines: number, leastBusy: number | null): void {
    if (this.#state === 'open') this.#cooling.look(engines, leastBusy)
  }

  onEagerStart(hint: EagerStartHint): void {
    this.#eagerRuns.hear(hint)
  }

  async drain(withinMs: number): Promise<void> {
    if (this.#state !== 'open') return
    this.#state = 'draining'
    const { store, clock, log } = this.#world
    // The statement of a start sees it; an eager run that is on its way is handed back.
    await store
      .endEagerStarts(this.#engine)
      .catch((error: unknown) => log(`eager starts are not called off: ${String(error)}`))
    this.#registry.drain()
    if (this.#registry.size > 0) {
      await new Promise<void>((resolve) => {
        const callOff = clock.after(withinMs, resolve)
        this.#onEmpty = () => {
          callOff()
          resolve()
        }
      })
    }
    if (this.#registry.size > 0) log(`${this.#registry.size} runs have calls under way, which are made again elsewhere`)
    await this.#handBacks.settled()
  }

  async stop(): Promise<void> {
    this.#end('closing')
    await this.#stopLoops()
    await this.#committer.close()
    this.#registry.dropAll()
    // If the database does not answer, recovery finds the runs when the lease has expired.
    await this.#world.store
      .handBack(this.#engine)
      .catch((error: unknown) => this.#world.log(`runs cannot be handed back: ${String(error)}`))
  }

  abandon(): void {
    this.#end('abandoned')
    this.#registry.dropAll()
    void Promise.all([this.#stopLoops(), this.#committer.close()])
  }

  #end(state: 'closing' | 'abandoned'): void {
    if (this.#isActive) this.#state = state
    this.#handBacks.stop()
    this.#endListening()
  }

  /** Whether the session holds runs. */
  get #isActive(): boolean {
    return this.#state === 'open' || this.#state === 'draining'
  }

  async #stopLoops(): Promise<void> {
    await Promise.all([
      this.#claims.stop(),
      this.#eagerRuns.stop(),
      this.#timers.stop(),
      this.#locks.stop(),
      this.#mail.stop(),
    ])
  }

  #openCommitter(): GroupCommitter<Append, Appended> {
    const { store, clock, log } = this.#world
    return createAppendCommitter({
      lanes: store.lanes,
      after: clock.after,
      usesFairLane: (ownerId) => this.#registry.usesFairLane(ownerId),
      onFairLane: () => this.#admission.onFairLane(),
      write: async (appends, lane, again) => {
        const onAnswer = this.#admission.onCommit()
        const answers = await store.append(this.#engine, appends, lane, again).finally(onAnswer)
        const fenced = answers.filter(({ kind }) => kind === 'fenced').length
        if (fenced > 0) log(`${fenced} stale appends were refused: other engines have taken those runs`)
        const lost = answers.filter(({ kind }) => kind === 'lock_lost').length
        if (lost > 0) log(`${lost} appends were refused: their runs have lost locks`)
        return answers
      },
      onRetry: (error, appends) => log(`a commit of ${appends} runs is sent again: ${String(error)}`),
    })
  }

  #createRegistry(): RunRegistry {
    const { store, wakeUp } = this.#world
    const releaser = createReleaser(this.#engine, store)
    return new RunRegistry({
      ...this.#world,
      commit: this.#committer.commit,
      attempts: this.#attempts,
      reply: (runId, handled) => store.reply(this.#engine, runId, handled),
      release: releaser.release,
      parkRun: (runId) => store.handBack(this.#engine, [runId], 'parked'),
      isDraining: () => this.#state === 'draining',
      handBack: (runId) => this.#handBacks.add(runId),
      askForMail: (runId) => this.#mail.ask(runId),
      readResources: (ownerId, ids) => store.readResources(ownerId, ids),
      onSent: (append) => this.#onSent(append),
      onLogged(settled) {
        wakeUp.wake('log')
        if (settled) wakeUp.wake('settled')
      },
      onDropped: () => {
        this.#claims.onRoom()
        if (this.#registry.size === 0) this.#onEmpty()
      },
    })
  }

  #startClaims(): Claims {
    return new Claims({
      ...this.#world,
      engine: this.#engine,
      admission: this.#admission,
      hasBudget: this.#world.store.recountSlots !== undefined,
      isOpen: () => this.#state === 'open',
      areTimersBehind: () => this.#timers.isBehind,
      held: () => this.#registry.size,
      runsByOwner: () => this.#registry.runsByOwner(),
      onLeft: () => this.#payloads.onLeft(),
      adopt: (taken, answer) => this.#adopt(taken, answer),
    })
  }

  #adopt({ run, append, interruptions }: Taken, answer: Appended): void {
    // A run that was taken just before the end is handed back with the other runs, or recovered later.
    if (!this.#isActive) return
    const { wakeUp } = this.#world
    this.#registry.adopt(run, answer, interruptions)
    this.#onSent(append)
    wakeUp.wake('log')
    if (answer.kind === 'committed' && !answer.owned) wakeUp.wake('settled')
  }

  #receiveEagerRuns(): EagerRuns {
    return receiveEagerRuns({
      ...this.#world,
      engine: this.#engine,
      held: () => this.#registry.size,
      hasRoom: (ownerId) => this.#state === 'open' && this.#claims.hasRoomFor(ownerId),
      adopt: (run) => {
        this.#registry.adopt(run, { kind: 'committed', owned: true, mailSeq: run.drained }, new Map())
        this.#world.onEagerRun?.()
        this.#world.wakeUp.wake('log')
      },
    })
  }

  /** Wakes the timers, workers and runs that a committed append concerns. */
  #onSent({ runId, rows }: Append): void {
    if (!rows) return
    const { wakeUp } = this.#world
    for (const { dueAt } of rows.timersSet) this.#timers.onSet(dueAt)
    if (rows.workOffered) wakeUp.wake('work')
    if (rows.locksRequested) this.#locks.onRequested(runId)
    for (const { ownerId, resources, quarantine } of rows.locksEnded ?? []) {
      if (!quarantine) this.#locks.onReleased(resources.map((resource) => ({ ownerId, resource })))
    }
    this.#onNotified(
      rows.messages.map(({ to }) => to),
      rows.children.length > 0,
    )
  }

  /** Runs have got mail; `elsewhere`: other engines have to look as well. */
  #onNotified(runIds: readonly string[], elsewhere = false): void {
    for (const to of runIds) {
      if (this.#registry.holds(to)) this.#mail.ask(to)
      else elsewhere = true
    }
    // Senders of commands poll for the reply, with this wake-up as a hint.
    if (elsewhere) this.#world.wakeUp.wake('engine')
  }
}
