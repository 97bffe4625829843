import type { Json } from '#core/json.ts'
import type { EventOf } from '../event.ts'
import { newFan, restartedFan } from '../fan.ts'
import { gathered } from '../gather.ts'
import type { Rounds } from '../rounds.ts'
import { type Abandoned, type Rollback, stepState } from '../state.ts'
import type { BackingOff, Completed, Failed, OpenStep, Running, StepState, WaitingForChild } from '../step-state.ts'
import type { Appliers } from './appliers.ts'
import { applyChanges } from './data.ts'
import { enter } from './enter.ts'
import type { MutableState } from './mutable-state.ts'
import { noteEffects } from './note-effects.ts'

/** Events of one visit of one step. */
export const stepAppliers = {
  'workflow.node.started': (nextState, event) => {
    const { count, items, impact, effects } = event.payload
    const base = started(nextState, event)
    const fan = count === undefined ? base.fan && restartedFan(base.fan) : newFan(count, items)
    const rounds = newRounds(event) ?? base.rounds
    const since = event.at
    if (fan !== undefined) enter(nextState, event.step, { ...base, status: 'fanned_out', since, fan })
    else if (rounds !== undefined) enter(nextState, event.step, { ...base, status: 'looping', since, rounds })
    else enter(nextState, event.step, { ...base, ...(impact && { impact }) })
    noteEffects(nextState, effects, event.step)
  },
  'workflow.node.progress': (nextState, event) => {
    const { error, retry_at, fraction, note } = event.payload
    if (error !== undefined) {
      enter(
        nextState,
        event.step,
        backingOff(nextState, event.step, { error, timerId: null, retryAt: retry_at as number }),
      )
    } else {
      nextState.steps[event.step] = {
        ...(nextState.steps[event.step] as Running),
        ...(fraction !== undefined && { fraction }),
        ...(note !== undefined && { note }),
      }
    }
  },
  'workflow.node.artifact': (nextState) => {
    nextState.artifacts = (nextState.artifacts ?? 0) + 1
  },
  'workflow.node.completed': (nextState, event) => {
    const { output, http, changes, route, jump, undoable, ignored_error, decided_by } = event.payload
    const before = nextState.steps[event.step] as OpenStep
    const { fan: _fan, rounds: _rounds, ...base } = visit(before, event.iteration)
    enter(nextState, event.step, {
      ...base,
      status: 'completed',
      startedAt: before.startedAt,
      at: event.at,
      ...(route !== undefined && { route }),
      ...(jump !== undefined && { jump }),
      ...(ignored_error !== undefined && { ignoredError: ignored_error }),
    })
    const decided = decided_by === undefined ? decidedBy(nextState, event.step, before) : { decided_by }
    nextState.outputs[event.step] = { output, ...(http !== undefined && { http }), ...decided }
    applyChanges(nextState, event.step, changes)
    if (undoable) noteUndo(nextState, event, output, before)
  },
  'workflow.run.steps_injected': (nextState, event) => {
    nextState.steps[event.step] = { ...(nextState.steps[event.step] as Completed), inserted: event.payload.rules }
  },
  'workflow.node.failed': (nextState, event) => {
    const { error, handled, cause, undoable, abandoned } = event.payload
    const before = nextState.steps[event.step] as OpenStep
    enter(nextState, event.step, {
      ...visit(before, event.iteration),
      status: 'failed',
      at: event.at,
      error,
      handled,
      ...(cause !== undefined && { cause }),
      ...(cause === 'child' && before.status === 'waiting_child' && { child: childOf(before) }),
    })
    if (undoable) noteUndo(nextState, event, before.status === 'fanned_out' ? gathered(before.fan) : null, before)
    if (abandoned) noteAbandoned(nextState, event)
  },
  'workflow.node.skipped': (nextState, event) => {
    const { reason, withdrawn } = event.payload
    const base = visit(stepState(nextState, event.step), event.iteration)
    const visits = base.visits + (reason === 'when' || reason === 'disabled' ? 1 : 0)
    const why = { reason, ...(withdrawn && { withdrawn }) }
    enter(nextState, event.step, { ...base, visits, status: 'skipped', at: event.at, ...why })
  },
} satisfies Partial<Appliers>

/** Ids of the people who decided, where people were asked in this visit. */
function decidedBy({ decisions }: MutableState, step: string, before: OpenStep): { decided_by?: readonly string[] } {
  const decided = decisions[step]
  if (before.answer === undefined || decided === undefined) return {}
  return { decided_by: decided.approvedBy ?? [decided.actor.id] }
}

/** Records that a rollback no longer waits for this visit. */
function noteAbandoned(nextState: MutableState, { step, iteration }: Abandoned): void {
  const rollback = nextState.rollback as Rollback
  nextState.rollback = { ...rollback, abandoned: [...(rollback.abandoned ?? []), { step, iteration }] }
}

function childOf({ childRunId: runId, workflow, abandon }: WaitingForChild): NonNullable<Failed['child']> {
  return { runId, workflow, ...(abandon && { abandon }) }
}

/**
 * Records a visit to compensate, once per visit. A visit that failed through its child, could not be compensated, and
 * completed after a retry of the run replaces its first record, and its attempts count on.
 */
function noteUndo(
  nextState: MutableState,
  { step, iteration }: { readonly step: string; readonly iteration: number },
  result: Json,
  { with: args }: OpenStep,
): void {
  const known = nextState.undo.find((undo) => undo.step === step && undo.iteration === iteration)
  const others = nextState.undo.filter((undo) => undo !== known)
  const attempts = known?.attempts ?? 0
  nextState.undo = [...others, { step, iteration, result, attempts, ...(args !== undefined && { with: args }) }]
}

function started(nextState: MutableState, event: EventOf<'workflow.node.started'>): Running {
  const before = stepState(nextState, event.step)
  const base = visit(before, event.iteration)
  const again = before?.status === 'backing_off' ? before : undefined
  const { with: args, key, queue } = event.payload
  return {
    ...base,
    status: 'running',
    ...(queue !== undefined && { queue }),
    visits: base.visits + (base.attempt === 0 ? 1 : 0),
    attempt: event.attempt,
    startedAt: again?.startedAt ?? event.at,
    attemptStartedAt: event.at,
    ...(args !== undefined && { with: args }),
    ...(key !== undefined && { key }),
    ...(again?.answer !== undefined && { answer: again.answer }),
  }
}

function newRounds({ payload }: EventOf<'workflow.node.started'>): Rounds | undefined {
  const { body, items, keeps_results, with: asked } = payload
  if (body === undefined) return undefined
  return {
    body,
    round: -1,
    ...(items !== undefined && { items }),
    ...(keeps_results && { results: [] }),
    ...(asked !== undefined && { asked }),
  }
}

function backingOff(
  nextState: MutableState,
  step: string,
  wait: Pick<BackingOff, 'error' | 'timerId' | 'retryAt'>,
): BackingOff {
  const before = stepState(nextState, step) as Running
  return {
    ...visit(before, before.iteration),
    status: 'backing_off',
    startedAt: before.startedAt,
    ...(before.with !== undefined && { with: before.with }),
    ...(before.key !== undefined && { key: before.key }),
    ...(before.answer !== undefined && { answer: before.answer }),
    ...wait,
  }
}

/** The part of a visit that stays from one status to the next; a step that was never reached begins its first visit. */
export function visit(
  before: StepState | undefined,
  iteration: number,
): Pick<StepState, 'iteration' | 'visits' | 'attempt' | 'attemptsBefore' | 'entered' | 'fan' | 'rounds'> {
  if (before === undefined) return { iteration, visits: 0, attempt: 0, attemptsBefore: 0 }
  const { visits, attempt, attemptsBefore, entered, fan, rounds } = before
  return {
    iteration,
    visits,
    attempt,
    attemptsBefore,
    ...(entered !== undefined && { entered }),
    ...(fan !== undefined && { fan }),
    ...(rounds !== undefined && { rounds }),
  }
}
