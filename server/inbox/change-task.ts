import { limits } from '#core/limits.ts'
import { isExcluded } from '#core/people/entitlement.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Bind } from '#server/access/entitlement.ts'
import { may, requirePermission } from '#server/access/may.ts'
import type { TaskAction } from '#server/access/task-rules.ts'
import type { AuditEntry } from '#server/audit/entry.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import { summariseTask } from '#server/runs/tasks/task-row.ts'
import { ApiError } from '../api-error.ts'
import { refuseOtherRequest, requestIdentity } from '../request-identity.ts'
import type { Stores } from '../stores.ts'
import { getReceiver } from './get-receiver.ts'
import { type FullTaskRow, getTaskRow } from './get-task-row.ts'
import type { ChangeResult, TaskWrite } from './models.ts'
import { findTaskEvent, type TaskChange } from './task-events.ts'
import { alreadyDecided, changedMeanwhile } from './too-late.ts'

type RowChange = Exclude<TaskChange, { kind: 'commented' }>

const actionOf: Record<TaskChange['kind'], TaskAction> = {
  claimed: 'claim',
  released: 'release',
  assigned: 'assign',
  delegated: 'delegate',
  follow_up_set: 'follow_up',
  commented: 'comment',
}

/**
 * Changes a task's holder or its follow-up date. One statement writes the change once per operation id, upon the
 * revision that the caller saw, with a row that names the actor. The statement takes no lock before it writes: a
 * concurrent change by an engine has moved the revision on. Throws `NOT_FOUND`, `NOT_ENTITLED`, `CONFLICT`,
 * `IDEMPOTENCY_KEY_REUSED`.
 */
export async function changeTask(
  stores: Stores,
  actor: Actor,
  write: TaskWrite,
  change: RowChange,
): Promise<ChangeResult> {
  const isRepeated = await isDone(stores, actor, write, change)
  const task = await getTaskRow(stores, actor, write.taskId)
  if (isRepeated) return { outcome: 'done', task: summariseTask(task) }
  if (task.status !== 'open') return alreadyDecided(task)
  if (task.revision !== write.expectedRevision) return tooLate(stores, actor, write, change, task)
  requirePermission(may(actor, `task.${actionOf[change.kind]}`, task), 'taskId')
  const toName = 'to' in change ? await nameOfReceiver(stores, task, change.to) : null
  const written = await once(() => writeChange(stores, actor, write, change, toName))
  stores.engine.wakeFollowers()
  const now = await getTaskRow(stores, actor, write.taskId)
  return written ? { outcome: 'done', task: summariseTask(now) } : tooLate(stores, actor, write, change, now)
}

/** Another write came first: possibly a duplicate of this operation. */
async function tooLate(
  stores: Stores,
  actor: Actor,
  write: TaskWrite,
  change: RowChange,
  task: FullTaskRow,
): Promise<ChangeResult> {
  if (await isDone(stores, actor, write, change)) return { outcome: 'done', task: summariseTask(task) }
  return task.status === 'open' ? changedMeanwhile(stores, task) : alreadyDecided(task)
}

/** Adds a comment, whatever has become of the task meanwhile. Throws as `changeTask` does, and `TOO_LARGE`. */
export async function commentTask(
  stores: Stores,
  actor: Actor,
  { taskId, operationId, text }: Pick<TaskWrite, 'taskId' | 'operationId'> & { readonly text: string },
): Promise<ChangeResult> {
  const change = { kind: 'commented', text } as const
  const task = await getTaskRow(stores, actor, taskId)
  const write = { taskId, operationId }
  if (!(await isDone(stores, actor, write, change))) {
    if (task.comments >= limits.inbox.comments)
      throw new ApiError('TOO_LARGE', 'The task has too many comments.', 'text')
    if (!(await once(() => noteEvent(stores, actor, write, change)))) await isDone(stores, actor, write, change)
    stores.engine.wakeFollowers()
  }
  return { outcome: 'done', task: summariseTask(await getTaskRow(stores, actor, taskId)) }
}

/** The name of the receiver. A person who is excluded from the task, by name or by a group, cannot receive it. */
async function nameOfReceiver(stores: Stores, task: FullTaskRow, id: string): Promise<string> {
  const { name, groups } = await getReceiver(stores, task, id)
  if (isExcluded({ id, groups }, task)) throw new ApiError('NOT_ENTITLED', `${name} is excluded from this task.`, 'to')
  return name
}

/** Whether the operation was done before. One operation id for two different changes is an error. */
async function isDone(
  stores: Stores,
  actor: Actor,
  { taskId, operationId }: Pick<TaskWrite, 'taskId' | 'operationId'>,
  { kind, ...details }: TaskChange,
): Promise<boolean> {
  const event = await findTaskEvent(stores, operationId)
  if (event === null) return false
  const { toName: _, ...said } = event.details
  const first = requestIdentity({ ...said, verb: event.kind, taskId: event.task_id, askedBy: event.actor })
  refuseOtherRequest(first, requestIdentity({ ...details, verb: kind, taskId, askedBy: actor.id }), 'operationId')
  return true
}

const UNIQUE_VIOLATION = '23505'

/** Whether the row was written; false when a concurrent row already has the operation id. */
async function once(write: () => Promise<number>): Promise<boolean> {
  try {
    return (await write()) > 0
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

async function writeChange(
  { pool }: Stores,
  actor: Actor,
  { taskId, expectedRevision, operationId }: TaskWrite,
  change: RowChange,
  toName: string | null,
): Promise<number> {
  const { kind, ...said } = change
  const details = JSON.stringify({ ...said, ...(toName !== null && { toName }) })
  const values: unknown[] = [taskId, expectedRevision, operationId, kind, actor.id, actor.name, details]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { rowCount } = await pool.query(
    `with changed as (
       update human_task t set ${assignments(actor, change, toName, bind)}
        where t.id = $1 and t.revision = $2 and t.status = 'open' returning t.id, t.run_id),
     audited as (${auditInsert(entryOf(actor, taskId, change), bind, 'exists (select from changed)')})
     insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
     select $3::uuid, id, run_id, $4::text, $5::text, $6::text, $7::json from changed`,
    values,
  )
  return rowCount ?? 0
}

function entryOf(actor: Actor, taskId: string, { kind, ...after }: TaskChange): AuditEntry {
  return { actor, action: `task.${actionOf[kind]}`, target: taskId, after, outcome: 'done' }
}

function assignments(actor: Actor, change: RowChange, toName: string | null, bind: Bind): string {
  switch (change.kind) {
    case 'claimed':
      return `held_by = ${bind(actor.id)}, held_by_name = ${bind(actor.name)}, held_at = clock_timestamp(), revision = revision + 1`
    case 'released':
      return 'held_by = null, held_by_name = null, held_at = null, revision = revision + 1'
    case 'assigned':
    case 'delegated': {
      // A task that needs several approvals has no single holder, so it is delegated by asking one more person.
      const to = `${bind(change.to)}::text`
      const alone = 't.approvals_required = 1'
      return `delegates = array_append(array_remove(coalesce(t.delegates, '{}'), ${to}), ${to}),
              held_by = case when ${alone} then ${to} end,
              held_by_name = case when ${alone} then ${bind(toName)}::text end,
              held_at = case when ${alone} then clock_timestamp() end, revision = revision + 1`
    }
    case 'follow_up_set':
      return `follow_up_at = ${bind(change.until)}::timestamptz`
  }
}

async function noteEvent(
  { pool }: Stores,
  actor: Actor,
  { taskId, operationId }: Pick<TaskWrite, 'taskId' | 'operationId'>,
  { kind, ...details }: TaskChange,
): Promise<number> {
  const values: unknown[] = [taskId, operationId, kind, actor.id, actor.name, JSON.stringify(details)]
  const entry = entryOf(actor, taskId, { kind: 'commented', text: '' })
  const { rowCount } = await pool.query(
    `with noted as (
       insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
       select $2::uuid, t.id, t.run_id, $3::text, $4::text, $5::text, $6::json from human_task t where t.id = $1
       returning task_id),
     audited as (${auditInsert(entry, (value) => `$${values.push(value)}`, 'exists (select from noted)')})
     select from noted`,
    values,
  )
  return rowCount ?? 0
}
