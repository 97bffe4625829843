import type { Stores } from '../stores.ts'

/** A stored action of a person on a task, other than a decision. */
export type TaskChange =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'released' }
  | { readonly kind: 'assigned' | 'delegated'; readonly to: string; readonly note?: string | undefined }
  | { readonly kind: 'follow_up_set'; readonly until: string | null }
  | { readonly kind: 'commented'; readonly text: string }

export interface TaskEventRow {
  readonly operation_id: string
  readonly task_id: string
  readonly kind: TaskChange['kind']
  readonly actor: string
  readonly actor_name: string
  readonly details: {
    readonly to?: string
    /** The receiver's name at that time. */
    readonly toName?: string
    readonly note?: string
    readonly until?: string | null
    readonly text?: string
  }
  readonly at: Date
}

const columns = 'operation_id, task_id, kind, actor, actor_name, details, at'

/** Oldest first. */
export async function eventsOfTask({ pool }: Stores, taskId: string): Promise<readonly TaskEventRow[]> {
  const { rows } = await pool.query<TaskEventRow>(
    `select ${columns} from task_event where task_id = $1 order by at, operation_id`,
    [taskId],
  )
  return rows
}

export async function findTaskEvent({ pool }: Stores, operationId: string): Promise<TaskEventRow | null> {
  const { rows } = await pool.query<TaskEventRow>(`select ${columns} from task_event where operation_id = $1`, [
    operationId,
  ])
  return rows[0] ?? null
}

/** The last time that the task changed hands. */
export async function lastHandover({ pool }: Stores, taskId: string): Promise<TaskEventRow | null> {
  const { rows } = await pool.query<TaskEventRow>(
    `select ${columns} from task_event
      where task_id = $1 and kind in ('claimed', 'released', 'assigned', 'delegated') order by at desc limit 1`,
    [taskId],
  )
  return rows[0] ?? null
}

/** The action in words, for the task's activity and for a person whose write came too late. */
export function describeTaskEvent({ kind, actor_name: by, details }: TaskEventRow): string {
  const { to, toName = to, note, until } = details
  const noted = note === undefined ? '.' : `: ${note}`
  switch (kind) {
    case 'claimed':
      return `${by} claimed it.`
    case 'released':
      return `${by} released it.`
    case 'assigned':
      return `${by} assigned it to ${toName}${noted}`
    case 'delegated':
      return `${by} delegated it to ${toName}${noted}`
    case 'follow_up_set':
      return until === null ? `${by} removed the follow-up date.` : `${by} set a follow-up date.`
    case 'commented':
      return `${by} commented.`
  }
}
