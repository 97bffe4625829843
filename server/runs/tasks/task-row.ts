import type { HumanTaskSummary, TaskField } from './task.ts'

/** A row of `human_task t` as lists read it. */
export interface TaskRow {
  readonly id: string
  readonly run_id: string
  readonly workflow: string
  readonly version: number
  readonly step: string
  readonly title: string
  readonly queue: string | null
  readonly priority: number
  readonly fields: readonly TaskField[] | null
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly excluded: readonly string[] | null
  readonly requested_by: string | null
  readonly approvals_required: number
  readonly approvals: readonly ApprovalRow[] | null
  readonly escalated_to: readonly string[] | null
  readonly escalated_at: Date | null
  readonly reminders: number
  readonly reminded_at: Date | null
  readonly status: HumanTaskSummary['status']
  readonly revision: number
  readonly held_by: string | null
  readonly held_by_name: string | null
  readonly held_at: Date | null
  readonly delegates: readonly string[] | null
  readonly follow_up_at: Date | null
  readonly due_at: Date | null
  readonly opened_at: Date
  readonly decided_by: string | null
  readonly decided_by_name: string | null
  readonly closed_at: Date | null
  readonly comments: number
}

export interface ApprovalRow {
  readonly by: string
  readonly name?: string
  readonly at: number
}

export const taskColumns = `t.id, t.run_id, t.workflow, t.version, t.step, t.title, t.queue, t.priority, t.fields,
  t.assignees, t.groups, t.excluded, t.requested_by, t.approvals_required, t.approvals, t.escalated_to, t.escalated_at,
  t.reminders, t.reminded_at, t.status, t.revision, t.held_by, t.held_by_name, t.held_at, t.delegates, t.follow_up_at,
  t.due_at, t.opened_at, t.decided_by, t.decided_by_name, t.closed_at,
  (select count(*)::int from task_event e where e.task_id = t.id and e.kind = 'commented') as comments`

export function summariseTask(row: TaskRow): HumanTaskSummary {
  return {
    taskId: row.id,
    runId: row.run_id,
    workflow: row.workflow,
    version: row.version,
    step: row.step,
    title: row.title,
    queue: row.queue,
    priority: row.priority,
    fields: row.fields ?? [],
    assignees: row.assignees ?? [],
    groups: row.groups ?? [],
    escalatedTo: row.escalated_to ?? [],
    escalatedAt: instantOf(row.escalated_at),
    reminders: row.reminders,
    remindedAt: instantOf(row.reminded_at),
    delegates: row.delegates ?? [],
    requestedBy: row.requested_by,
    approvalsRequired: row.approvals_required,
    approvals: (row.approvals ?? []).map(({ by, name, at }) => ({
      by: { id: by, name: name ?? by },
      at: new Date(at).toISOString(),
    })),
    status: row.status,
    revision: row.revision,
    holder:
      row.held_by === null
        ? null
        : { id: row.held_by, name: row.held_by_name ?? row.held_by, since: instantOf(row.held_at) },
    followUpAt: instantOf(row.follow_up_at),
    dueAt: instantOf(row.due_at),
    openedAt: row.opened_at.toISOString(),
    decidedBy: row.decided_by,
    decidedByName: row.decided_by_name ?? row.decided_by,
    closedAt: instantOf(row.closed_at),
    comments: row.comments,
  }
}

function instantOf(at: Date | null): string | null {
  return at?.toISOString() ?? null
}
