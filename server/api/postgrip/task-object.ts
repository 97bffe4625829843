import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { TaskOfRun } from '#server/agents/gathered/held-tasks.ts'
import { argsOf, isoOf, type LoggedCommand, queueOf, type RunLog, workflowIdOf } from './run-log.ts'
import { commandId, updateTaskId } from './task-id.ts'
import type { WorkEnd } from './work-end.ts'

export const NAMESPACE = 'default'

export const taskStates = ['queued', 'leased', 'blocked', 'succeeded', 'failed'] as const
export type TaskState = (typeof taskStates)[number]

/** A task in PostGrip's protocol. */
export interface TaskObject {
  readonly id: string
  readonly type: string
  readonly state: TaskState
  readonly namespace: string
  readonly queue: string
  readonly attempt: number
  readonly agent_id?: string
  readonly lease_timeout_seconds: number
  readonly leased_until?: string
  readonly payload: JsonObject
  readonly result?: JsonObject
  readonly error?: string
  readonly created_at: string
  readonly updated_at: string
}

const leaseOf = (task: TaskOfRun | null) => ({
  ...(task?.isLeased && task.leasedUntil && { leased_until: task.leasedUntil.toISOString() }),
  ...(task?.isLeased && task.agentId !== null && { agent_id: task.agentId }),
})

interface Ended {
  readonly state: TaskState
  readonly result?: JsonObject
  readonly error?: string
}

/** How a run has ended, in the words of its task. Null: it goes on. */
export function endOf({ row, header, events }: RunLog): Ended | null {
  if (row.ended_at === null) return null
  const continued = events.find((event) => event.type === 'workflow.run.continued_as_new')
  if (continued?.type === 'workflow.run.continued_as_new') {
    const { new_run_id: task_id, workflow } = continued.payload
    const continue_as_new = {
      task_id,
      workflow_id: workflowIdOf({ ...header, run_id: task_id }),
      workflow_type: workflow,
      task_queue: queueOf(header),
    }
    return { state: 'succeeded', result: { continue_as_new } }
  }
  const completed = events.findLast((event) => event.type === 'workflow.run.completed')
  if (row.status === 'COMPLETED' && completed?.type === 'workflow.run.completed') {
    return { state: 'succeeded', result: { value: completed.payload.output } }
  }
  const message = row.error_message ?? (row.status === 'CANCELLED' ? cancelReason(events) : 'workflow failed')
  const type = row.error_code ?? (row.status === 'CANCELLED' ? 'CancelledFailure' : 'ApplicationFailure')
  return { state: 'failed', error: message, result: { failure: { message, type } } }
}

/** The reason that the client gave for the cancellation. */
function cancelReason(events: RunLog['events']): string {
  const reasons = events.flatMap(({ type, payload }) =>
    type === 'workflow.run.cancel_requested' || type === 'workflow.run.cancelled' ? [payload.reason ?? ''] : [],
  )
  return reasons.findLast((reason) => reason !== '') ?? 'workflow cancelled'
}

/** The task of a run's workflow: one for the life of the run. */
export function workflowTask(log: RunLog): TaskObject {
  const { header, row, delivery } = log
  const state =
    delivery === null ? (row.started_at === null ? 'queued' : 'blocked') : delivery.isLeased ? 'leased' : 'queued'
  const { memo, search_attributes: searchAttributes } = header.input as JsonObject
  const payload = {
    namespace: NAMESPACE,
    workflowType: header.workflow,
    workflowId: workflowIdOf(header),
    runId: header.run_id,
    args: argsOf(header),
    ...(memo !== undefined && { memo }),
    ...(searchAttributes !== undefined && { searchAttributes }),
    ...(header.parent && { parentWorkflowRunId: header.parent.run_id }),
    ...(header.continued_from && { continuedFromWorkflowId: workflowIdOf(header) }),
  }
  return {
    id: header.run_id,
    type: `workflow:${header.workflow}`,
    namespace: NAMESPACE,
    queue: queueOf(header),
    attempt: (delivery?.recoveries ?? 0) + 1,
    lease_timeout_seconds: limits.agent.leaseSeconds,
    ...leaseOf(delivery),
    payload,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(endOf(log) ?? { state }),
  }
}

/** The task of a command of a body; `attempt` is that of an activity, each of which is a task of its own. */
export function commandTask(
  { header }: RunLog,
  command: LoggedCommand,
  attempt: number,
  held: TaskOfRun | null,
): TaskObject {
  const { n, kind, name, args, options, durationMs, attempts, end } = command
  const isLast = attempt >= attempts.length
  const isActivity = kind === 'activity'
  const payload = isActivity
    ? { activityType: name, workflowId: workflowIdOf(header), workflowRunId: header.run_id, attempt, args }
    : { workflowId: workflowIdOf(header), workflowRunId: header.run_id, durationMs }
  const startedAt = attempts[attempt - 1] ?? command.startedAt
  return {
    id: commandId(header.run_id, n, attempt),
    type: isActivity ? `activity:${name}` : 'timer',
    namespace: NAMESPACE,
    queue: queueOf(header),
    attempt,
    lease_timeout_seconds: leaseSecondsOf(options?.startToCloseTimeoutMs),
    ...(isLast && leaseOf(held)),
    payload: { workflowTaskId: header.run_id, ...payload },
    created_at: isoOf(startedAt),
    updated_at: isoOf(end?.at ?? startedAt),
    ...(isLast ? stateOf(command, held) : { state: 'failed' as const, error: 'The attempt failed.' }),
  }
}

/**
 * The lease of an activity as its agent is told. The SDK gives an activity up after that time, and renews the lease three
 * times within it. So a time limit beyond Heddle's lease is left to the server, and 0 says so: leases of the usual length.
 */
function leaseSecondsOf(startToCloseTimeoutMs = Number.POSITIVE_INFINITY): number {
  const seconds = Math.ceil(startToCloseTimeoutMs / 1_000)
  return seconds <= limits.agent.leaseSeconds ? seconds : 0
}

function stateOf({ end }: LoggedCommand, held: TaskOfRun | null): Ended {
  if (end === undefined) return { state: held?.isLeased ? 'leased' : 'queued' }
  if (end.isCancelled) return { state: 'failed', error: 'activity cancellation requested' }
  if (end.error === undefined) return { state: 'succeeded', result: { value: end.value ?? null } }
  const { code: type, message } = end.error
  return { state: 'failed', error: message, result: { failure: { type, message } } }
}

/** A task right after its answer, which the engine may not have recorded yet. */
export function endedTask({ leased_until: _, ...task }: TaskObject, end: WorkEnd): TaskObject {
  switch (end.kind) {
    case 'blocked':
      return { ...task, state: 'blocked' }
    case 'completed':
      return { ...task, state: 'succeeded', result: { value: end.value, ...task.result } }
    case 'failed':
      return { ...task, state: 'failed', error: end.message }
  }
}

/** The task of an update. */
export function updateTask(log: RunLog, id: string): TaskObject | null {
  const { header, events, delivery } = log
  const requested = events.find((event) => event.type === 'workflow.update.requested' && event.payload.update_id === id)
  if (requested?.type !== 'workflow.update.requested') return null
  const { name, args } = requested.payload
  const end = updateEnd(log, id)
  return {
    id: updateTaskId(header.run_id, id),
    type: `update:${header.workflow}`,
    namespace: NAMESPACE,
    queue: queueOf(header),
    attempt: 1,
    lease_timeout_seconds: limits.agent.leaseSeconds,
    ...(end === null && leaseOf(delivery)),
    payload: messagePayload(log, { updateName: name, args }),
    created_at: isoOf(requested.at),
    updated_at: isoOf(end?.at ?? requested.at),
    ...(end ?? { state: 'queued' as const }),
  }
}

/** The end of an update: recorded, or told by its handler. */
function updateEnd({ row, events, endedUpdates }: RunLog, id: string): (Ended & { readonly at: number }) | null {
  const of = (value: { readonly result?: Json | undefined; readonly error?: string | undefined }, at: number) =>
    value.error === undefined
      ? { at, state: 'succeeded' as const, result: { value: value.result ?? null } }
      : { at, state: 'failed' as const, error: value.error }
  for (const event of events) {
    if (event.type === 'workflow.update.completed' && event.payload.update_id === id) return of(event.payload, event.at)
    if (event.type === 'workflow.update.rejected' && event.payload.update_id === id) {
      return of({ error: event.payload.error.message }, event.at)
    }
  }
  const told = endedUpdates.find((each) => each.id === id)
  if (told) return of(told, row.updated_at.getTime())
  return row.ended_at === null ? null : of({ error: 'The run has ended.' }, row.ended_at.getTime())
}

/** The payload of a query or an update. */
export function messagePayload({ header }: Pick<RunLog, 'header'>, more: JsonObject): JsonObject {
  return {
    workflowId: workflowIdOf(header),
    workflowRunId: header.run_id,
    workflowType: header.workflow,
    ...more,
  }
}

/** A run in PostGrip's words. */
export function workflowObject(log: RunLog): JsonObject {
  const {
    id: task_id,
    type: _,
    payload,
    lease_timeout_seconds: __,
    leased_until: ___,
    state,
    ...task
  } = workflowTask(log)
  const isContinued = task.result?.continue_as_new !== undefined
  const { memo, searchAttributes, workflowId, workflowType } = payload
  return {
    ...task,
    id: workflowId ?? null,
    run_id: log.header.run_id,
    task_id,
    type: workflowType ?? null,
    state: state === 'succeeded' ? (isContinued ? 'continued_as_new' : state) : state === 'failed' ? state : 'running',
    ...(memo !== undefined && { memo }),
    ...(searchAttributes !== undefined && { search_attributes: searchAttributes }),
  }
}
