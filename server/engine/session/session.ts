import { limits } from '#core/limits.ts'
import type { RunState } from '#core/run/state.ts'
import type { Append } from '../commit/append.ts'
import { createAppendCommitter } from '../commit/append-committer.ts'
import type { Descendants } from '../commit/descendants.ts'
import type { Definitions } from '../definitions.ts'
import { createAttempts } from '../ownership/attempts.ts'
import { createRunOwner } from '../ownership/run-owner.ts'
import type {
  ClaimLimit,
  Clock,
  EngineIdentity,
  Executor,
  ExecutorEvents,
  GivenHint,
  Ids,
  Store,
  WakeUp,
} from '../ports.ts'
import { createAdmission } from './admission.ts'
import { type Dispatcher, type DispatcherWorld, startDispatcher } from './dispatcher.ts'
import { startGivenRuns } from './given-runs.ts'
import { createKeptRooms, noKept } from './kept-room.ts'
import { startMailReader } from './mail-reader.ts'
import { createReleaser } from './releaser.ts'
import { startTimerLoop } from './timer-loop.ts'

/**
 * A session is the work of an engine under one registration: it claims runs, advances them, reads their mail and fires
 * timers. A session ends in order when the engine stops, or at once when the lease is lost; then a new registration
 * begins a new session.
 */
export interface Session {
  readonly events: ExecutorEvents
  readonly runs: number
  /** Handles the hint of a given run, which may be for another engine. */
  onGiven(hint: GivenHint): void
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
  readonly keptInMemory?: number | undefined
  readonly inlineCharacters?: number | undefined
  /** Whether the engine is overloaded; absent: never. */
  readonly isBusy?: () => boolean
  onGivenRun?(): void
  onRest?(state: RunState, characters: number): void
  log(line: string): void
}

export function startSession(engine: EngineIdentity, world: SessionWorld): Session {
  const { store, clock, wakeUp, log } = world
  const committer = createAppendCommitter({
    lanes: store.lanes,
    after: clock.after,
    isOneOfFew: (ownerId) => owner.isOneOfFew(ownerId),
    onFew: () => admission.onFew(),
    async write(appends, lane, again) {
      const onAnswer = admission.onCommit()
      const answers = await store.append(engine, appends, lane, again).finally(onAnswer)
      const fenced = answers.filter(({ kind }) => kind === 'fenced').length
      if (fenced > 0) log(`${fenced} stale appends were refused: other engines have taken those runs`)
      return answers
    },
    onRetry: (error, appends) => log(`a commit of ${appends} runs is sent again: ${String(error)}`),
  })
  const admission = createAdmission({
    runsInMemory: world.runsInMemory,
    keptRoom: () => keptRooms.now(),
    isBusy: world.isBusy ?? (() => false),
    appendsPending: () => committer.pending,
    monotonic: clock.monotonic,
  })
  const keptRooms = createKeptRooms(
    world.keptInMemory ?? limits.engine.keptInMemoryBytes,
    () => owner.keptBytes,
    clock.monotonic,
  )
  const attempts = createAttempts(world.executor, clock.monotonic, (run, command) => owner.deliver(run, { command }))
  const releaser = createReleaser(engine, store)
  let stopping = false

  const owner = createRunOwner({
    clock,
    ids: world.ids,
    definitions: world.definitions,
    descendants: world.descendants,
    inlineCharacters: world.inlineCharacters,
    commit: committer.commit,
    attempts,
    reply: (runId, handled) => store.reply(engine, runId, handled),
    release: releaser.release,
    putAside: (runId) => store.handBack(engine, [runId], 'aside'),
    askForMail: (runId) => mail.ask(runId),
    onSent,
    onLogged(settled) {
      wakeUp.wake('log')
      if (settled) wakeUp.wake('settled')
    },
    onRest: world.onRest,
    onDropped: () => dispatcher.onRoom(),
    log,
  })
  const mail = startMailReader({
    engine,
    store,
    after: clock.after,
    holdsAny: () => owner.size > 0,
    heldNow: () => owner.heldNow(),
    deliver: (drained, asked, held) => owner.deliverMail(drained, asked, held),
    log,
  })
  const timers = startTimerLoop({
    engine,
    clock,
    store,
    onFired({ fired, runIds }) {
      for (const runId of runIds) mail.ask(runId)
      if (fired > runIds.length) wakeUp.wake('engine')
    },
    log,
  })
  const dispatch = (claims: Pick<DispatcherWorld, 'limit' | 'fullMs' | 'onFull'>) =>
    startDispatcher({
      ...world,
      ...claims,
      engine,
      onLeft: keptRooms.onLeft,
      adopt({ run, append, interruptions }, answer) {
        // A run taken just before the end is handed back with the other runs, or recovered later.
        if (stopping) return
        owner.adopt(run, answer, interruptions)
        onSent(append)
        wakeUp.wake('log')
        if (answer.kind === 'committed' && !answer.owned) wakeUp.wake('settled')
      },
    })
  /**
   * Both claims share the room for large values: during a claim of the other dispatcher, runs with large values are
   * excluded.
   */
  const besides = (limit: ClaimLimit | null, other: Dispatcher | undefined): ClaimLimit | null =>
    limit && other?.isClaiming ? { ...limit, kept: noKept } : limit
  /** Undefined during the first claim, which begins before the second dispatcher exists. */
  let ofFew: Dispatcher | undefined
  const dispatcher: Dispatcher = dispatch({
    // A claim while timers are behind would delay them further, so ready runs wait in the queue. The dispatcher of
    // owners
    // with few runs goes on.
    limit: () => (stopping || timers.isBehind ? null : besides(admission.limit(owner.size), ofFew)),
    fullMs: limits.engine.pollBusyMs,
    onFull: () => ofFew?.poke(),
  })
  // Owners with few runs do not wait for room, nor for the end of a claim that takes many runs of other owners.
  const dispatcherOfFew: Dispatcher = dispatch({
    limit: () =>
      stopping || !dispatcher.isBehind
        ? null
        : besides(admission.limitOfFew(owner.size, owner.heldByOwner()), dispatcher),
    fullMs: limits.engine.pollIdleMs,
  })
  ofFew = dispatcherOfFew
  const given = startGivenRuns({
    ...world,
    engine,
    held: () => owner.size,
    hasRoom(ownerId) {
      if (admission.limit(owner.size)) return true
      const ofFew = admission.limitOfFew(owner.size, owner.heldByOwner())
      return ofFew !== null && !ofFew.notOf?.includes(ownerId)
    },
    adopt(run) {
      owner.adopt(run, { kind: 'committed', owned: true, mailSeq: run.drained }, new Map())
      world.onGivenRun?.()
      wakeUp.wake('log')
    },
  })
  const endListening = wakeUp.listen('engine', () => {
    dispatcher.poke()
    dispatcherOfFew.poke()
    mail.poke()
  })

  /** Wakes the timers, workers and runs that a committed append concerns. */
  function onSent({ rows }: Append): void {
    if (!rows) return
    for (const { dueAt } of rows.timersSet) timers.onSet(dueAt)
    if (rows.workOffered) wakeUp.wake('work')
    let elsewhere = rows.children.length > 0
    for (const { to } of rows.messages) {
      if (owner.holds(to)) mail.ask(to)
      else elsewhere = true
    }
    // Senders of commands poll for the reply, with this wake-up as a hint.
    if (elsewhere) wakeUp.wake('engine')
  }

  return {
    events: attempts,
    get runs() {
      return owner.size
    },
    onGiven: given.hear,
    async stop() {
      stopping = true
      endListening()
      await Promise.all([dispatcher.stop(), dispatcherOfFew.stop(), given.stop(), timers.stop(), mail.stop()])
      await committer.close()
      owner.dropAll()
      // If the database does not answer, recovery finds the runs when the lease has expired.
      await store.handBack(engine).catch((error: unknown) => log(`runs cannot be given back: ${String(error)}`))
    },
    abandon() {
      stopping = true
      endListening()
      owner.dropAll()
      void Promise.all([
        dispatcher.stop(),
        dispatcherOfFew.stop(),
        given.stop(),
        timers.stop(),
        mail.stop(),
        committer.close(),
      ])
    },
  }
}
