import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type DecisionResult, decide } from '../decide.ts'
import { readiness } from '../edges.ts'
import { isArrow } from '../envelope/arrows.ts'
import type { RunEvent } from '../event.ts'
import { phasePaths } from '../evolve/phase.ts'
import { evolve, fold } from '../evolve.ts'
import { childrenOnTheirOwn } from '../plan/detached.ts'
import { plan } from '../plan/plan.ts'
import { waitsOf, waitTable } from '../plan/waits.ts'
import { type RunState, stepState } from '../state.ts'
import type { Phase } from '../statuses.ts'
import { isOpen } from '../step-state.ts'
import { phaseTransitions, statusTransitions } from '../transitions.ts'
import { hasStarted, isOutcomePhase } from '../views/phases.ts'
import { lifecycleStateOf, viewsOf, viewTable } from '../views/view-table.ts'

/**
 * Holds one accepted decision against the invariants of runs; throws what is broken. `replayed` is what the events
 * before it say when they are read again from JSON; the same with those of the decision is returned.
 */
export function checkBatch(
  executable: ExecutableDefinition,
  before: RunState,
  { events, state }: Extract<DecisionResult, { ok: true }>,
  replayed: RunState,
): RunState {
  checkNumbers(before, events)
  const after = replay(replayed, events)
  checkReplay(executable, state, after)
  checkEffects(executable, before, state)
  checkOutcome(before, events)
  checkSteps(executable, state)
  checkClocks(executable, state)
  checkWaits(executable, state)
  checkTransitions(before, events)
  return after
}

/** What a state becomes by events as they are kept. */
export function replay(state: RunState, events: readonly RunEvent[]): RunState {
  return fold(state, JSON.parse(JSON.stringify(events)) as RunEvent[])
}

function checkNumbers(before: RunState, events: readonly RunEvent[]): void {
  let { seq, at } = before
  for (const event of events) {
    hold(event.seq === seq + 1, `event ${event.seq} follows event ${seq}`)
    hold(event.at >= at, `event ${event.seq} is earlier than the one before`)
    seq = event.seq
    at = event.at
  }
}

/** What was decided is what a replay says, and both say it in JSON. */
function checkReplay(executable: ExecutableDefinition, state: RunState, replayed: RunState): void {
  hold(same(replayed, state), 'the replay differs from the state')
  hold(same(JSON.parse(JSON.stringify(state)), replayed), 'the state does not survive JSON')
  hold(same(plan(executable, replayed), plan(executable, state)), 'the plan differs after the replay')
  const ids = plan(executable, state).map((effect) => effect.id)
  hold(new Set(ids).size === ids.length, `effects share an id: ${ids.join(', ')}`)
}

/** The shell finds what is new and what is gone by the ids of two plans: what has the same id is the same thing. */
function checkEffects(executable: ExecutableDefinition, before: RunState, after: RunState): void {
  const earlier = new Map(plan(executable, before).map((effect) => [effect.id, effect]))
  for (const effect of plan(executable, after)) {
    const same = earlier.get(effect.id) ?? effect
    hold(same.kind === effect.kind, `${effect.id} was another effect before`)
    if (effect.kind === 'timer')
      hold('dueAt' in same && same.dueAt === effect.dueAt, `${effect.id} was due at another time`)
  }
}

/** What a stored batch spawns is a run from then on, or has ended: the history names no run that nobody will start. */
export function checkChildren(executable: ExecutableDefinition, state: RunState, batch: readonly RunEvent[]): void {
  const awaited = new Set(plan(executable, state).map(({ id }) => id))
  const made = new Set([...awaited, ...childrenOnTheirOwn(batch, awaited).map(({ id }) => id)])
  const ended = batch.flatMap((event) =>
    event.type === 'workflow.child.ended' && event.payload.never_began ? [event.payload.child_run_id] : [],
  )
  for (const event of batch) {
    if (event.type !== 'workflow.child.spawned') continue
    const { child_run_id } = event.payload
    hold(
      made.has(child_run_id) !== ended.includes(child_run_id),
      `${child_run_id} is spawned and not made, or made in vain`,
    )
    hold(
      !ended.includes(child_run_id) || !Object.hasOwn(state.children, child_run_id),
      `${child_run_id} has ended and stays`,
    )
  }
}

const outcomes = ['workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled']

const closingEvents = [
  'workflow.node.skipped',
  'workflow.run.owned',
  'workflow.run.acknowledged',
  'workflow.node.overridden',
  'workflow.phase.changed',
  // Of a quarantine.
  'workflow.locks.lost',
]

/** At most one outcome per run attempt; after it only the rest of its closing batch, ownership, acknowledgement, or a retry, which an override may announce. */
function checkOutcome(before: RunState, events: readonly RunEvent[]): void {
  let ended = before.outcome !== null
  for (const event of events) {
    if (event.type === 'workflow.run.retried' || event.type === 'workflow.run.rolling_back') ended = false
    const closing =
      closingEvents.includes(event.type) ||
      (event.type === 'workflow.child.ended' && event.payload.never_began === true)
    hold(!ended || closing, `${event.type} after the outcome`)
    if (outcomes.includes(event.type)) ended = true
  }
}

function checkSteps(executable: ExecutableDefinition, state: RunState): void {
  const open = Object.keys(state.steps).filter((name) => isOpen(stepState(state, name)))
  hold(same(open.toSorted(), state.open.toSorted()), 'open does not name the open steps')
  hold(state.outcome === null || open.length === 0, 'steps are open after the outcome')
  if (state.outcome !== null) return
  const hasLocks = state.envelope?.released === undefined
  const goesOn = state.hold === null && state.rollback === null && hasStarted(state) && hasLocks
  if (!goesOn || state.header.drive === 'manual') return
  hold(open.length > 0, 'the run goes on, and nothing is in flight')
  for (const name of open) {
    const step = stepState(state, name)
    hold(step?.status !== 'fanned_out' || step.fan.flight.length > 0, `${name} is open without an item in flight`)
  }
  for (const { name } of executable.definition.steps) {
    const now = readiness(executable, state, name)
    hold(now === 'decided' || now === 'undecided', `${name} is ${now} and was left`)
  }
}

/** Nobody is late while the run is held. */
function checkClocks(executable: ExecutableDefinition, state: RunState): void {
  if (state.hold === null) return
  const deadline = plan(executable, state).find((effect) => effect.kind === 'timer' && /timeout$/.test(effect.purpose))
  hold(deadline === undefined, `${deadline?.id} goes on although the run is held`)
}

/** Every run that has not ended waits for something; what nobody asked for ends by itself, and an operator ends all of it. */
function checkWaits(executable: ExecutableDefinition, state: RunState): void {
  if (state.outcome !== null) return
  const waits = waitsOf(executable, state)
  hold(waits.length > 0, 'the run waits for nothing')
  const owed = new Set(plan(executable, state).map(({ id }) => id))
  for (const { kind, step, endedBy } of waits) {
    const { bound, transitional } = waitTable[kind]
    const isEnded = bound === 'below' || (endedBy !== null && owed.has(endedBy))
    hold(!transitional || isEnded, `nothing ends the wait ${kind} of ${step ?? 'the run'}`)
  }
  const context = { now: state.at, newId: String, random: Number }
  const ended = decide(executable, state, { type: 'cancel', actor: { id: 'ana' }, force: true }, context)
  hold(ended.ok && ended.state.outcome !== null, 'an operator cannot end the run')
}

/** No view ever makes a move that its table does not have, event by event. */
function checkTransitions(before: RunState, events: readonly RunEvent[]): void {
  let state = before
  for (const event of events) {
    const next = evolve(state, event)
    const from = viewsOf(state)
    const to = viewsOf(next)
    hold(
      from.status === to.status || statusTransitions[from.status].includes(to.status),
      `${from.status} to ${to.status}`,
    )
    hold(
      from.phase === to.phase || phaseTransitions[from.phase].includes(to.phase) || leads(from.phase, to.phase),
      `${from.phase} to ${to.phase}`,
    )
    state = next
    if (event.type === 'workflow.phase.changed') {
      hold(isArrow(event.payload) && event.payload.from === from.phase, `no arrow ${JSON.stringify(event.payload)}`)
      // A verdict is recorded before its outcome, and leaves before the outcome does.
      if (isOutcomePhase(to.phase) || isOutcomePhase(from.phase)) continue
    }
    const row = viewTable[lifecycleStateOf(next)]
    hold((row.statuses as readonly string[]).includes(to.status), `${to.status} as ${lifecycleStateOf(next)}`)
    hold((row.phases as readonly string[]).includes(to.phase), `${to.phase} as ${lifecycleStateOf(next)}`)
  }
}

/** One event may go through several phases, each by a legal arrow. */
function leads(from: Phase, to: Phase): boolean {
  return Object.values(phasePaths).some((path: readonly Phase[]) => {
    const legal = path.every((phase, index) => {
      const before = path[index - 1] ?? from
      return phase === before || phaseTransitions[before].includes(phase)
    })
    return legal && path.at(-1) === to
  })
}

/** Deep equality that tells an absent property from an undefined one. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false
  return keys.every((key) => key in b && same(a[key as keyof typeof a], b[key as keyof typeof b]))
}

function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`broken: ${what}`)
}
