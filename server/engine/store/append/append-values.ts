import { cleanText } from '#core/clean-text.ts'
import type { TaskField } from '#core/run/words.ts'
import type { Append, Projection } from '../../commit/append.ts'
import { childColumns, firstRowColumns, rowOf } from '../run-columns.ts'

/**
 * JSON of task fields, which is searched as text. Events contain clean texts; texts of earlier versions, and data in
 * the texts of authors, are cleaned here.
 */
function storableJson(fields: readonly TaskField[]): string {
  return JSON.stringify(
    fields.map(({ label, value }) => ({
      label: cleanText(label),
      value: typeof value === 'string' ? cleanText(value) : value,
    })),
  )
}

const childRowColumns = [...childColumns, ...firstRowColumns]

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString()
}

/** The rarer rows of a flush, each with the run of its append. */
export function rowGroups(appends: readonly Append[]) {
  return {
    messages: each(appends, 'messages', (message, place) => ({
      to: message.to,
      command: JSON.stringify(message.command),
      place,
    })),
    timers_set: each(appends, 'timersSet', ({ timerId, dueAt }) => ({ timer_id: timerId, due_at: instant(dueAt) })),
    timers_cleared: each(appends, 'timersCleared', (timerId) => ({ timer_id: timerId })),
    tasks_opened: each(appends, 'tasksOpened', ({ task, ...opened }) => ({
      id: task.task_id,
      owner_id: opened.ownerId,
      root_run_id: opened.rootRunId,
      workflow: opened.workflow,
      version: opened.version,
      step: opened.step,
      iteration: opened.iteration,
      title: cleanText(task.title),
      instructions: task.instructions === undefined ? null : cleanText(task.instructions),
      queue: task.queue === undefined ? null : cleanText(task.queue),
      priority: task.priority ?? null,
      fields: task.fields ? storableJson(task.fields) : null,
      requested_by: opened.requestedBy,
      approvals_required: task.approvals_required ?? 1,
      form: task.form ? JSON.stringify(task.form) : null,
      assignees: task.assignees.map(cleanText),
      groups: task.groups.map(cleanText),
      excluded: task.excluded.map(cleanText),
      due_at: instant(task.due_at),
      opened_at: instant(opened.openedAt),
    })),
    tasks_changed: each(appends, 'tasksChanged', (changed) => ({
      id: changed.taskId,
      approvals: changed.approvals.length > 0 ? JSON.stringify(changed.approvals) : null,
      reminders: changed.reminders,
      reminded_at: instant(changed.remindedAt),
      escalated_to: changed.escalatedTo === null ? null : [cleanText(changed.escalatedTo)],
      escalated_at: instant(changed.escalatedAt),
    })),
    tasks_closed: each(appends, 'tasksClosed', ({ taskId, closedAt, decision }) => ({
      id: taskId,
      closed_at: instant(closedAt),
      decided_by: decision?.by ?? null,
      decided_by_name: decision?.name ?? null,
      decision: decision ? JSON.stringify(decision.input) : null,
      approvals: decision?.approvals ? JSON.stringify(decision.approvals) : null,
    })),
    work_offered: each(appends, 'workOffered', (work) => ({
      task_id: work.taskId,
      owner_id: work.ownerId,
      workflow: work.workflow,
      queue: cleanText(work.queue),
      idempotent: work.idempotent,
      silence_ms: work.heartbeatTimeoutMs,
      request: work.request,
      kind: work.kind ?? 'step',
      type: cleanText(work.type ?? ''),
      code_hash: work.codeHash ?? null,
      sticky_agent: work.agent ?? null,
      timeout_ms: work.timeoutMs ?? null,
    })),
    work_withdrawn: each(appends, 'workWithdrawn', (taskId) => ({ task_id: taskId })),
    work_recalled: each(appends, 'workRecalled', ({ taskId, ifNotBegun, ifLost }) => ({
      task_id: taskId,
      if_not_begun: JSON.stringify(ifNotBegun),
      if_lost: JSON.stringify(ifLost),
    })),
    locks_requested: each(appends, 'locksRequested', (asked) => ({
      owner_id: asked.ownerId,
      root_run_id: asked.rootRunId,
      request: asked.request,
      resources: asked.resources,
      shared: asked.shared,
      slot: asked.slot ?? null,
      priority: asked.priority,
    })),
    locks_withdrawn: each(appends, 'locksWithdrawn', (request) => ({ request })),
    locks_held: each(appends, 'locksHeld', ({ ownerId, resource, token }) => ({ owner_id: ownerId, resource, token })),
    locks_ended: each(appends, 'locksEnded', ({ quarantine }) => ({ quarantine })),
    watches: each(appends, 'watches', ({ ownerId, resources }) => ({ owner_id: ownerId, resources })),
    children: each(appends, 'children', (child) => rowOf(child, childRowColumns)),
    handled: each(appends, 'handled', ({ mailId, reply }) => ({ mail_id: mailId, reply })),
    snapshots: appends.flatMap(({ runId, lastSeq, rows }) =>
      rows?.snapshot === undefined ? [] : [{ run_id: runId, seq: lastSeq, state: rows.snapshot }],
    ),
  }
}

type ListsOf<Rows> = { [Key in keyof Rows]-?: NonNullable<Rows[Key]> extends readonly (infer Row)[] ? Row : never }

function each<Group extends keyof ListsOf<NonNullable<Append['rows']>>, Row extends object>(
  appends: readonly Append[],
  group: Group,
  toRow: (item: ListsOf<NonNullable<Append['rows']>>[Group], place: number) => Row,
): readonly (Row & { run_id: string })[] {
  return appends.flatMap(({ runId, rows }) => {
    const items = (rows?.[group] ?? []) as readonly ListsOf<NonNullable<Append['rows']>>[Group][]
    return items.map((item, place) => ({ run_id: runId, ...toRow(item, place) }))
  })
}

/** The change of the run's own row, as JSON. */
export function changeOf({ projection, claim, releaseAt }: Append): string {
  if (!projection && !claim && releaseAt === undefined) return '{}'
  return JSON.stringify({
    claim: claim ?? false,
    release_at: releaseAt ?? null,
    projected: projection !== undefined,
    ...(projection && {
      status: projection.status,
      phase: projection.phase,
      held: projection.held,
      pending: projection.pending,
      called_failed: projection.calledFailed,
      error_code: projection.error ? cleanText(projection.error.code) : null,
      error_message: projection.error ? cleanText(projection.error.message) : null,
      error_step: projection.error?.step ?? null,
      human_wait: projection.humanWait,
      started_at: instant(projection.startedAt),
      ended_at: instant(projection.endedAt),
    }),
  })
}

/** The change of the run's own row for the statement of one append, in the order of its parameters. */
export function changedValues(
  { releaseAt }: Pick<Append, 'releaseAt'>,
  projection: Projection,
): readonly (string | null)[] {
  const { status, phase, held, pending, calledFailed, error, humanWait, startedAt, endedAt } = projection
  return [
    status,
    phase,
    String(held),
    String(pending),
    error ? cleanText(error.code) : null,
    error ? cleanText(error.message) : null,
    error?.step ?? null,
    humanWait ? JSON.stringify(humanWait) : null,
    instant(startedAt),
    instant(endedAt),
    releaseAt === undefined ? null : String(releaseAt),
    String(calledFailed),
  ]
}
