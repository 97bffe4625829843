import { isJsonObject } from '#core/json.ts'
import type { EventOf } from '../event.ts'
import type { Outcome } from '../state.ts'
import type { Status } from '../statuses.ts'
import type { ReopenedStep } from '../words.ts'
import type { Appliers } from './appliers.ts'
import { noEnvelope } from './apply-envelope.ts'
import { applyChanges, changesOf, forget, initialData, rewriteData } from './data.ts'
import type { MutableState } from './mutable-state.ts'
import { acknowledgedPhase, turnOfEnding, turnTo } from './phase.ts'

/** Events of the run as a whole. */
export const runAppliers = {
  'workflow.run.created': (nextState, event) => {
    nextState.header = event.payload
    nextState.createdAt = event.at
    nextState.data = initialData(event.payload.input)
    turnTo(nextState, 'created')
  },
  'workflow.run.carried_over': (nextState, event) => {
    // The maps are copied, because later events change them and must not change this event; their values stay the same
    // objects.
    const { from_run: _from, steps, outputs, writes, ...carried } = event.payload
    Object.assign(nextState, carried, { steps: { ...steps }, outputs: { ...outputs }, writes: { ...writes } })
    nextState.writeCount = Math.max(0, ...Object.values(writes).flatMap((writes) => writes.map(({ order }) => order)))
    rewriteData(nextState)
  },
  'workflow.run.queued': (nextState) => {
    turnTo(nextState, 'queued')
  },
  'workflow.run.promoted': (nextState, event) => {
    if (nextState.header.envelope) nextState.envelope = { ...noEnvelope, since: event.at }
    turnTo(nextState, 'promoted')
  },
  'workflow.run.owned': recordOnly,
  'workflow.run.started': (nextState, event) => {
    turnTo(nextState, 'started')
    nextState.startedAt = event.at
  },
  'workflow.run.status_changed': recordOnly,
  'workflow.run.waiting': recordOnly,
  'workflow.run.paused': (nextState, event) => {
    nextState.hold = { ...event.payload, since: event.at }
  },
  'workflow.run.resumed': (nextState, event) => {
    if (event.payload.hold) nextState.hold = null
  },
  'workflow.run.stepped': (nextState, event) => {
    const { user_input, seen_at } = event.payload
    if (seen_at !== undefined) nextState.steppedAt = event.at
    if (isJsonObject(user_input)) applyChanges(nextState, '', changesOf(user_input))
  },
  'workflow.run.rolling_back': (nextState, event) => {
    const { status, again, ...why } = event.payload
    const { abandoned } = nextState.outcome ?? {}
    nextState.outcome = null
    if (!again) turnTo(nextState, 'failing')
    nextState.rollback = {
      ...why,
      status: status as Status,
      since: event.at,
      current: null,
      notUndone: [],
      ...(again && { again }),
      ...(abandoned !== undefined && { abandoned }),
    }
    nextState.hold = null
    nextState.clock = null
  },
  'workflow.run.completed': (nextState, event) => {
    turnTo(nextState, 'completed')
    end(nextState, { status: 'COMPLETED', at: event.at, output: event.payload.output })
  },
  'workflow.run.failed': endBadly,
  'workflow.run.cancelled': endBadly,
  'workflow.run.retried': (nextState, event) => {
    const { input, run_attempt } = event.payload
    nextState.outcome = null
    nextState.runAttempt = run_attempt
    turnTo(nextState, 'retried')
    if (!nextState.header.envelope) nextState.startedAt ??= event.at
    if (input === undefined) return
    nextState.header = { ...nextState.header, input }
    rewriteData(nextState)
  },
  'workflow.run.reopened': (nextState, event) => {
    for (const step of event.payload.steps) reopen(nextState, step)
    if (event.payload.forgotten !== undefined) forget(nextState, event.payload.forgotten)
  },
  'workflow.node.overridden': recordOnly,
  'workflow.run.acknowledged': (nextState, event) => {
    if (!nextState.header.envelope) nextState.phase = acknowledgedPhase(nextState.phase)
    nextState.acknowledged = true
    const { continued_by } = event.payload
    if (continued_by !== undefined) nextState.continuedBy = continued_by
  },
} satisfies Partial<Appliers>

/** Events that change nothing: the status is computed from the open steps, and the store keeps the ownership. */
function recordOnly(): void {}

function endBadly(
  nextState: MutableState,
  event: EventOf<'workflow.run.failed'> | EventOf<'workflow.run.cancelled'>,
): void {
  const { payload } = event
  const { reason, actor } = { reason: undefined, actor: undefined, ...payload }
  turnTo(nextState, turnOfEnding(nextState, payload.not_undone === undefined))
  end(nextState, {
    status: payload.status as Status,
    at: event.at,
    ...(payload.error !== undefined && { error: payload.error }),
    ...(reason !== undefined && { reason }),
    ...(actor !== undefined && { actor }),
    ...(payload.not_undone !== undefined && { notUndone: payload.not_undone }),
    ...(nextState.rollback?.abandoned !== undefined && { abandoned: nextState.rollback.abandoned }),
    ...(payload.ended_by !== undefined && { endedBy: payload.ended_by }),
  })
}

function end(nextState: MutableState, outcome: Outcome): void {
  nextState.outcome = outcome
  nextState.hold = null
  nextState.clock = null
  if (nextState.rollback !== null) nextState.undo = [...nextState.undo, ...nextState.rollback.notUndone]
  nextState.rollback = null
}

function reopen(nextState: MutableState, { step, iteration, entered }: ReopenedStep): void {
  const before = Object.hasOwn(nextState.steps, step) ? nextState.steps[step] : undefined
  const same = before?.iteration === iteration
  const attempt = same ? before.attempt : 0
  nextState.steps[step] = {
    status: 'again',
    iteration,
    visits: before?.visits ?? 0,
    attempt,
    attemptsBefore: attempt,
    ...(same && before.fan !== undefined && { fan: before.fan }),
    ...(same && before.rounds !== undefined && { rounds: before.rounds }),
    ...(entered !== undefined && { entered }),
  }
}
