import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { availableCondition, isPutOff, ownerCondition } from './task-conditions.ts'

/** The number of open tasks that the actor may decide now, without postponed tasks. */
export async function countAvailable({ pool }: Stores, actor: Actor): Promise<number> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [`t.status = 'open'`, ...ownerCondition(actor, bind), availableCondition(actor, true, bind)]
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from human_task t where ${conditions.join(' and ')} and not ${isPutOff}`,
    values,
  )
  return rows[0]?.count ?? 0
}
