import type { Command } from '#core/run/command.ts'
import type { Effect } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fromSnapshot, type RunHeader, type RunState } from '#core/run/state.ts'
import type { Append, Handled } from '../commit/append.ts'
import {
  type AttemptEffect,
  buildAppend,
  childEffects,
  comparePlans,
  hasAttempts,
  planOf,
} from '../commit/build-append.ts'
import { startChildren } from '../commit/child-starts.ts'
import { decideBatch, type PendingCommand } from '../commit/decide-batch.ts'
import type { Descendants } from '../commit/descendants.ts'
import type { Plan, PlanChange } from '../commit/plan-change.ts'
import { projectionOf } from '../commit/projection.ts'
import type { SnapshotPace } from '../commit/snapshot-pace.ts'
import type { Definitions, RunnableDefinition } from '../definitions.ts'
import { openPayloads } from '../payload/inline-payloads.ts'
import type { Clock, EngineIdentity, Ids, LoadedRun } from '../ports.ts'
import { tuning } from '../tuning.ts'
import type { ActiveRun } from './active-run.ts'
import { withinBound } from './payload-bound.ts'
import { reachEnvelope } from './reach-envelope.ts'

type TimerEffect = Extract<Effect, { kind: 'timer' }>

/** A taken run becomes this engine's if its ownership record is accepted. */
export interface Taken {
  readonly kind: 'taken'
  readonly run: ActiveRun
  readonly append: Append
  /** By attempt id, the number of owners that died while the attempt was under way. */
  readonly interruptions: ReadonlyMap<string, number>
}

/** A run with nothing to do: its mail is answered, no engine takes it, its history stays unchanged. */
export interface LeftAlone {
  readonly kind: 'left_alone'
  readonly runId: string
  readonly mailSeq: number
  readonly handled: readonly Handled[]
}

/** A run that would execute, and for which there is no slot: it stays in the queue. */
export interface WaitsForSlot {
  readonly kind: 'waits'
}

export interface TakingWorld {
  readonly engine: EngineIdentity
  readonly clock: Clock
  readonly ids: Ids
  readonly definitions: Definitions
  readonly descendants: Descendants
  readonly inlineCharacters?: number | undefined
}

/**
 * Takes a run up: folds its history, decides the ownership record together with its mail, and returns the append to
 * write. Null when its definition cannot be found, which is a bug: published versions are never removed.
 */
export async function takeRun(loaded: LoadedRun, world: TakingWorld): Promise<Taken | LeftAlone | WaitsForSlot | null> {
  const found = await look(loaded, world)
  if (!found) return null
  const { events, before, definition, offloaded: offloadedBefore } = found
  const { decider } = definition
  const planBefore = planOf(decider, before)
  const bound = { payloadBytes: offloadedBefore.bytes }
  const commands = loaded.mail.map((mail) => ({ command: withinBound(bound, mail.command), mail }))

  const lost = lostTimers(planBefore, loaded, world.clock.now())
  const isBegun = before.startedAt !== null || before.envelope !== undefined
  if (isBegun && !hasAttempts(planBefore) && lost.length === 0 && loaded.mailSeq >= 0) {
    const { events: wanted, handled } = decideBatch(decider, before, commands, world)
    if (wanted.length === 0) return { kind: 'left_alone', runId: loaded.runId, mailSeq: loaded.mailSeq, handled }
  }

  const { id: engine_id, epoch } = world.engine
  const own: Command = {
    type: 'own',
    engine_id,
    epoch,
    ...(loaded.handedBack && { handed_back: true }),
    ...(loaded.slot === 'exhausted' && { budget: 'exhausted' }),
  }
  const decided = decideBatch(decider, before, withOwn(before, own, commands), world)
  const change = withTimers(comparePlans(planBefore, planOf(decider, decided.after)), lost)
  // A rollback goes on without a slot: it ends the run.
  if (loaded.slot === 'none' && hasAttempts(change.after) && decided.after.rollback === null) return { kind: 'waits' }
  const children = await startChildren(decided.after, childEffects(change, decided.events), world)
  const { append, projection, pace, offloaded } = buildAppend(decided, change, children, {
    appendId: world.ids.uuid(),
    claim: true,
    releaseAt: loaded.mailSeq >= 0 ? loaded.mailSeq : null,
    decider,
    projectionBefore: projectionOf(before, decider.views),
    paceBefore: paceOf(loaded),
    offloaded: offloadedBefore,
    inlineCharacters: world.inlineCharacters,
  })
  reachEnvelope(decided, append)
  return {
    kind: 'taken',
    append,
    interruptions: interruptionsOf(planBefore, events, loaded.handedBack),
    run: activeRun(loaded, definition, decided.after, change.after, { projection, pace, offloaded }),
  }
}

/**
 * The ownership record begins a run, and comes before its mail, except for a pause or a cancellation that came before
 * the begin. Both ask that no step begins: they come from an operator while the run waited in the queue, or from the
 * run's parent, which was held as the run was made, or has ended.
 */
function withOwn(before: RunState, own: Command, commands: readonly PendingCommand[]): readonly PendingCommand[] {
  const first = commands.findIndex(({ command: { type } }) => keepsFromBegin.includes(type) || type === 'resume')
  const isBegun = before.startedAt !== null || before.envelope !== undefined
  const early = isBegun ? undefined : commands[first]
  if (early === undefined || !keepsFromBegin.includes(early.command.type)) return [{ command: own }, ...commands]
  return [early, { command: own }, ...commands.toSpliced(first, 1)]
}

const keepsFromBegin: readonly Command['type'][] = ['pause', 'cancel']

/** Takes up a run that was this engine's from its first row on: only its mail is left to decide. */
export async function takeEagerRun(
  loaded: LoadedRun,
  world: Pick<TakingWorld, 'definitions'>,
): Promise<ActiveRun | null> {
  const found = await look(loaded, world)
  if (!found) return null
  const { before, definition, offloaded } = found
  const plan = planOf(definition.decider, before)
  const run = activeRun(loaded, definition, before, plan, {
    projection: projectionOf(before, definition.decider.views),
    pace: paceOf(loaded),
    offloaded,
  })
  run.pending = loaded.mail.map((mail) => ({ command: mail.command, mail }))
  return run
}

/** The history of a run, its state and its definition; null when the definition cannot be found. */
async function look(loaded: LoadedRun, { definitions }: Pick<TakingWorld, 'definitions'>) {
  const { inline, offloaded } = openPayloads(loaded.payloads)
  const events = (JSON.parse(loaded.log) as readonly (readonly RunEvent[])[]).flat().map(inline)
  const snapshot = loaded.snapshot === null ? null : inline(loaded.snapshot as unknown as RunState)
  const { owner_id, workflow, version } = headerOf(snapshot, events)
  const definition = await definitions.find(owner_id, workflow, version)
  if (!definition) return null
  const before = definition.decider.evolve(fromSnapshot(snapshot), events)
  return { events, before, definition, offloaded }
}

/** The header of a run, which says by which definition its history is to be read. */
function headerOf(snapshot: RunState | null, [first]: readonly RunEvent[]): RunHeader {
  if (first?.type === 'workflow.run.created') return first.payload
  if (!snapshot) throw new TypeError('The history does not begin with the creation of the run.')
  return snapshot.header
}

/**
 * Lost timers are timers that were due long ago and have not fired: an earlier version may have lost their rows. They
 * are set again. A timer that was only late still has effect once, since a run ignores a timer that it no longer waits
 * for.
 */
function lostTimers(planBefore: Plan, { mail }: LoadedRun, now: number): readonly TimerEffect[] {
  const fired = new Set(mail.flatMap(({ command }) => (command.type === 'timer_fired' ? [command.timer_id] : [])))
  return [...planBefore.values()].filter(
    (effect): effect is TimerEffect =>
      effect.kind === 'timer' && effect.dueAt < now - tuning.timerLostMs && !fired.has(effect.id),
  )
}

function withTimers(change: PlanChange, timers: readonly TimerEffect[]): PlanChange {
  const still = timers.filter(({ id }) => change.after.has(id))
  return still.length === 0 ? change : { ...change, appeared: [...change.appeared, ...still] }
}

/** The snapshot pace of a loaded run. The size of its snapshot is unknown: the next one is due as if it were small. */
function paceOf({ log }: LoadedRun): SnapshotPace {
  return { logged: log.length, last: 0 }
}

function activeRun(
  { runId, mail, mailSeq }: LoadedRun,
  definition: RunnableDefinition,
  state: RunState,
  plan: Plan,
  of: Pick<ActiveRun, 'projection' | 'pace' | 'offloaded'>,
): ActiveRun {
  return {
    runId,
    definition,
    state,
    plan,
    ...of,
    payloadBytes: of.offloaded.bytes,
    calls: 0,
    leaves: false,
    pending: [],
    activity: 'idle',
    drained: mailSeq,
    seenMail: new Set(mail.map((message) => message.id)),
    oneByOne: 0,
  }
}

/**
 * The number of interruptions of each attempt: each ownership record after the attempt began, and the record that is
 * being written now, ended an earlier try. An orderly stop of the owner before does not count.
 */
function interruptionsOf(
  planBefore: Plan,
  events: readonly RunEvent[],
  handedBack: boolean,
): ReadonlyMap<string, number> {
  const attempts = [...planBefore.values()].filter((effect) => effect.kind === 'attempt')
  return new Map(attempts.map((attempt) => [attempt.id, (handedBack ? 0 : 1) + deathsSince(attempt, events)]))
}

function deathsSince(attempt: AttemptEffect, events: readonly RunEvent[]): number {
  const called = attempt.item === undefined ? 'workflow.node.started' : 'workflow.item.started'
  const startType = attempt.undo ? 'workflow.compensation.started' : called
  const began = events.findLastIndex(
    (event) =>
      event.type === startType &&
      event.step === attempt.step &&
      event.iteration === attempt.iteration &&
      event.attempt === attempt.attempt &&
      (event.type !== 'workflow.item.started' || event.item === attempt.item),
  )
  return events.slice(began + 1).filter((event) => event.type === 'workflow.run.owned' && !event.payload.handed_back)
    .length
}
