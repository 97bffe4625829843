import { isJsonObject } from '#core/json.ts'
import type { EventOf } from '../event.ts'
import type { Outcome } from '../state.ts'
import type { Status } from '../statuses.ts'
import type { ReopenedStep } from '../words.ts'
import type { Appliers } from './appliers.ts'
import { applyChanges, changesOf, forget, initialData, rewriteData } from './data.ts'
import type { Draft } from './draft.ts'
import { acknowledgedPhase, phaseAfter, turnOfEnding } from './phase.ts'

/** Events of the run as a whole. */
export const runAppliers = {
  'workflow.run.created': (draft, event) => {
    draft.header = event.payload
    draft.createdAt = event.at
    draft.data = initialData(event.payload.input)
    draft.phase = phaseAfter('created')
  },
  'workflow.run.carried_over': (draft, event) => {
    // The maps are copied, because later events change them and must not change this event; their values stay the same
    // objects.
    const { from_run: _from, steps, outputs, writes, ...carried } = event.payload
    Object.assign(draft, carried, { steps: { ...steps }, outputs: { ...outputs }, writes: { ...writes } })
    draft.writeCount = Math.max(0, ...Object.values(writes).flatMap((writes) => writes.map(({ order }) => order)))
    rewriteData(draft)
  },
  'workflow.run.queued': (draft) => {
    draft.phase = phaseAfter('queued')
  },
  'workflow.run.promoted': (draft) => {
    draft.phase = phaseAfter('promoted')
  },
  'workflow.run.owned': recordOnly,
  'workflow.run.started': (draft, event) => {
    draft.phase = phaseAfter('started')
    draft.startedAt = event.at
  },
  'workflow.run.status_changed': recordOnly,
  'workflow.run.waiting': recordOnly,
  'workflow.run.paused': (draft, event) => {
    draft.hold = { ...event.payload, since: event.at }
  },
  'workflow.run.resumed': (draft, event) => {
    if (event.payload.hold) draft.hold = null
  },
  'workflow.run.stepped': (draft, event) => {
    const { user_input, seen_at } = event.payload
    if (seen_at !== undefined) draft.steppedAt = event.at
    if (isJsonObject(user_input)) applyChanges(draft, '', changesOf(user_input))
  },
  'workflow.run.rolling_back': (draft, event) => {
    const { status, again, ...why } = event.payload
    const { abandoned } = draft.outcome ?? {}
    draft.outcome = null
    draft.phase = phaseAfter(again ? 'compensating' : 'failing')
    draft.rollback = {
      ...why,
      status: status as Status,
      since: event.at,
      current: null,
      notUndone: [],
      ...(abandoned !== undefined && { abandoned }),
    }
    draft.hold = null
    draft.clock = null
  },
  'workflow.run.completed': (draft, event) => {
    draft.phase = phaseAfter('completed')
    end(draft, { status: 'COMPLETED', at: event.at, output: event.payload.output })
  },
  'workflow.run.failed': endBadly,
  'workflow.run.cancelled': endBadly,
  'workflow.run.retried': (draft, event) => {
    const { input, run_attempt } = event.payload
    draft.outcome = null
    draft.runAttempt = run_attempt
    draft.phase = phaseAfter('retried')
    if (input === undefined) return
    draft.header = { ...draft.header, input }
    rewriteData(draft)
  },
  'workflow.run.reopened': (draft, event) => {
    for (const step of event.payload.steps) reopen(draft, step)
    if (event.payload.forgotten !== undefined) forget(draft, event.payload.forgotten)
  },
  'workflow.node.overridden': recordOnly,
  'workflow.run.acknowledged': (draft, event) => {
    draft.phase = acknowledgedPhase(draft.phase)
    draft.acknowledged = true
    const { continued_by } = event.payload
    if (continued_by !== undefined) draft.continuedBy = continued_by
  },
} satisfies Partial<Appliers>

/** Events that change nothing: the status is computed from the open steps, and the store keeps the ownership. */
function recordOnly(): void {}

function endBadly(draft: Draft, event: EventOf<'workflow.run.failed'> | EventOf<'workflow.run.cancelled'>): void {
  const { payload } = event
  const { reason, actor } = { reason: undefined, actor: undefined, ...payload }
  draft.phase = phaseAfter(turnOfEnding(draft, payload.not_undone === undefined))
  end(draft, {
    status: payload.status as Status,
    at: event.at,
    ...(payload.error !== undefined && { error: payload.error }),
    ...(reason !== undefined && { reason }),
    ...(actor !== undefined && { actor }),
    ...(payload.not_undone !== undefined && { notUndone: payload.not_undone }),
    ...(draft.rollback?.abandoned !== undefined && { abandoned: draft.rollback.abandoned }),
    ...(payload.ended_by !== undefined && { endedBy: payload.ended_by }),
  })
}

function end(draft: Draft, outcome: Outcome): void {
  draft.outcome = outcome
  draft.hold = null
  draft.clock = null
  if (draft.rollback !== null) draft.undo = [...draft.undo, ...draft.rollback.notUndone]
  draft.rollback = null
}

function reopen(draft: Draft, { step, iteration, entered }: ReopenedStep): void {
  const before = Object.hasOwn(draft.steps, step) ? draft.steps[step] : undefined
  const same = before?.iteration === iteration
  const attempt = same ? before.attempt : 0
  draft.steps[step] = {
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
