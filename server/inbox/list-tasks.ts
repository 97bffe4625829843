import { z } from 'zod'
import type { Actor } from '#server/access/actor.ts'
import type { HumanTaskSummary } from '#server/runs/tasks/task.ts'
import { summariseTask, type TaskRow, taskColumns } from '#server/runs/tasks/task-row.ts'
import { decodeCursor, pageOf } from '../cursor.ts'
import { instant } from '../instant.ts'
import type { Page } from '../page.ts'
import type { Stores } from '../stores.ts'
import { taskConditions } from './task-conditions.ts'
import type { InboxScope, InboxSort, TaskFilter } from './task-filter.ts'

export interface TasksQuery {
  readonly scope: InboxScope
  readonly sort?: InboxSort | undefined
  readonly filter?: TaskFilter | undefined
  readonly cursor?: string | null | undefined
  readonly limit: number
}

/** A sort order: the compared expressions, and a row's values of them for the cursor. All keys have one direction. */
interface Order {
  readonly descending?: true
  readonly keys: readonly {
    readonly sql: string
    readonly type: 'timestamptz' | 'uuid' | 'int'
    readonly of: (row: TaskRow) => string | number
  }[]
}

const NEVER = '9999-12-31T00:00:00.000Z'
const due = {
  sql: `coalesce(t.due_at, '${NEVER}')`,
  type: 'timestamptz',
  of: (row: TaskRow) => row.due_at?.toISOString() ?? NEVER,
} as const
const opened = { sql: 't.opened_at', type: 'timestamptz', of: (row: TaskRow) => row.opened_at.toISOString() } as const
const id = { sql: 't.id', type: 'uuid', of: (row: TaskRow) => row.id } as const
const closed = {
  sql: 't.closed_at',
  type: 'timestamptz',
  of: (row: TaskRow) => row.closed_at?.toISOString() ?? NEVER,
} as const
const priority = { sql: '(-t.priority)', type: 'int', of: (row: TaskRow) => -row.priority } as const

const back = {
  sql: `coalesce(t.follow_up_at, '${NEVER}')`,
  type: 'timestamptz',
  of: (row: TaskRow) => row.follow_up_at?.toISOString() ?? NEVER,
} as const

const orders: Record<InboxSort | 'later' | 'done', Order> = {
  due: { keys: [due, opened, id] },
  oldest: { keys: [opened, id] },
  newest: { keys: [opened, id], descending: true },
  priority: { keys: [priority, due, opened, id] },
  later: { keys: [back, opened, id] },
  done: { keys: [closed, opened, id], descending: true },
}

const keySchemas = { timestamptz: instant, uuid: z.uuid(), int: z.number().int().min(-1_000).max(1_000) }

/** One page of tasks, by due date unless asked otherwise. Throws `INVALID_CURSOR`, `NOT_ENTITLED`. */
export async function listTasks(
  { pool }: Stores,
  actor: Actor,
  { scope, sort, filter = {}, cursor, limit }: TasksQuery,
): Promise<Page<HumanTaskSummary>> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { keys, descending } = orders[sort ?? (scope === 'done' || scope === 'later' ? scope : 'due')]
  const conditions = [taskConditions(actor, scope, filter, bind)]
  if (cursor) {
    const after = decodeCursor(cursor, cursorOf(keys))
    const place = keys.map(({ type }, index) => `${bind(after[index])}::${type}`).join(', ')
    conditions.push(`(${keys.map(({ sql }) => sql).join(', ')}) ${descending ? '<' : '>'} (${place})`)
  }
  const { rows } = await pool.query<TaskRow>(
    `select ${taskColumns} from human_task t
      where ${conditions.join(' and ')}
      order by ${keys.map(({ sql }) => `${sql} ${descending ? 'desc' : 'asc'}`).join(', ')}
      limit ${bind(limit + 1)}`,
    values,
  )
  return pageOf(rows, limit, summariseTask, (row) => keys.map(({ of }) => of(row)))
}

/** The schema of this order's cursor; it refuses a cursor of another order. */
function cursorOf(keys: Order['keys']): z.ZodType<readonly (string | number)[]> {
  const parts = keys.map(({ type }) => keySchemas[type])
  return z.tuple(parts as unknown as [z.ZodType<string | number>, ...z.ZodType<string | number>[]])
}
