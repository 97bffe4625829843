import type { Actor } from '#server/access/actor.ts'
import { may } from '#server/access/may.ts'
import type { Stores } from '../stores.ts'
import { availableCondition, isPutOff, mineCondition, ownerCondition } from './task-conditions.ts'

export interface TaskCounts {
  readonly mine: number
  readonly groups: number
  /** Tasks that the actor may decide now: both together. */
  readonly available: number
  /** Postponed tasks that the actor may decide; not part of the other counts. */
  readonly later: number
  /** The late tasks among `available`. */
  readonly late: number
  /** Every open task; null for an actor who may not see all tasks. */
  readonly all: number | null
}

/** The number of open tasks in each list. */
export async function countTasks({ pool }: Stores, actor: Actor): Promise<TaskCounts> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [`t.status = 'open'`, ...ownerCondition(actor, bind)]
  const { rows } = await pool.query<Record<keyof TaskCounts, number>>(
    // Materialized: each condition is evaluated once per task, not once per count.
    `with t as materialized (
       select t.due_at, ${isPutOff} as later, ${mineCondition(actor, bind)} as mine,
              ${availableCondition(actor, true, bind)} as available
         from human_task t where ${conditions.join(' and ')})
     select count(*)::int as all, count(*) filter (where mine and not later)::int as mine,
            count(*) filter (where available and not mine and not later)::int as groups,
            count(*) filter (where available and not later)::int as available,
            count(*) filter (where available and later)::int as later,
            count(*) filter (where available and not later and due_at < now())::int as late
       from t`,
    values,
  )
  const counted = rows[0] as Record<keyof TaskCounts, number>
  return { ...counted, all: may(actor, 'task.read_all').allowed ? counted.all : null }
}
