import { z } from 'zod'
import { type Actor, ownerScope } from '../actor.ts'
import { decodeCursor, pageOf } from '../cursor.ts'
import type { Page } from '../page.ts'
import { containing } from '../search-pattern.ts'
import type { Stores } from '../stores.ts'
import { mayDecideCondition } from './entitlement.ts'
import type { HumanTaskSummary, InboxScope } from './models.ts'
import { summariseTask, type TaskRow, taskColumns } from './task-row.ts'

export interface TasksQuery {
  /** `all` are all open tasks, whoever may decide them; `done` what was decided or closed. */
  readonly scope: InboxScope
  readonly search?: string | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

const NEVER = '9999-12-31T00:00:00.000Z'
const cursorKeys = z.tuple([z.iso.datetime(), z.iso.datetime(), z.uuid()])

/** Open tasks: due first, then oldest. Done ones: latest first. */
export async function listTasks(
  { pool }: Stores,
  actor: Actor,
  { scope, search, cursor, limit }: TasksQuery,
): Promise<Page<HumanTaskSummary>> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const done = scope === 'done'
  const owner = bind(ownerScope(actor))
  const conditions = [
    `(${owner}::text is null or t.owner_id = ${owner})`,
    done ? "t.status <> 'open'" : "t.status = 'open'",
  ]
  if (scope === 'available') conditions.push(mayDecideCondition(actor, bind))
  if (scope === 'mine') conditions.push(`${bind(actor.id)} = any(t.assignees)`)
  if (search) {
    const pattern = bind(containing(search))
    conditions.push(`(t.title ilike ${pattern} or t.workflow ilike ${pattern} or t.step ilike ${pattern})`)
  }
  const order = done
    ? ["coalesce(t.closed_at, '-infinity')", 't.opened_at', 't.id']
    : [`coalesce(t.due_at, '${NEVER}')`, 't.opened_at', 't.id']
  if (cursor) {
    const [first, second, id] = decodeCursor(cursor, cursorKeys)
    conditions.push(
      `(${order.join(', ')}) ${done ? '<' : '>'}
       (${bind(first)}::timestamptz, ${bind(second)}::timestamptz, ${bind(id)}::uuid)`,
    )
  }
  const direction = done ? 'desc' : 'asc'
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where ${conditions.join(' and ')}
      order by ${order.map((key) => `${key} ${direction}`).join(', ')}
      limit ${bind(limit + 1)}`,
    values,
  )
  return pageOf(rows, limit, summariseTask, (row) => [
    (done ? row.closed_at : row.due_at)?.toISOString() ?? NEVER,
    row.opened_at.toISOString(),
    row.id,
  ])
}
