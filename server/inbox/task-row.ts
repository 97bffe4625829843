import type { HumanTaskSummary } from './models.ts'

/** A row of `human_task t` as lists read it. */
export interface TaskRow {
  readonly id: string
  readonly run_id: string
  readonly workflow: string
  readonly version: number
  readonly step: string
  readonly title: string
  readonly assignees: readonly string[] | null
  readonly groups: readonly string[] | null
  readonly status: HumanTaskSummary['status']
  readonly revision: number
  readonly due_at: Date | null
  readonly opened_at: Date
  readonly decided_by: string | null
  readonly closed_at: Date | null
}

export const taskColumns = `t.id, t.run_id, t.workflow, t.version, t.step, t.title, t.assignees, t.groups, t.status,
  t.revision, t.due_at, t.opened_at, t.decided_by, t.closed_at`

export function summariseTask(row: TaskRow): HumanTaskSummary {
  return {
    taskId: row.id,
    runId: row.run_id,
    workflow: row.workflow,
    version: row.version,
    step: row.step,
    title: row.title,
    assignees: row.assignees ?? [],
    groups: row.groups ?? [],
    status: row.status,
    revision: row.revision,
    dueAt: row.due_at?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    decidedBy: row.decided_by,
    closedAt: row.closed_at?.toISOString() ?? null,
  }
}
