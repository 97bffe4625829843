import { type Actor, ownerScope } from '../actor.ts'
import type { Stores } from '../stores.ts'
import { mayDecideCondition } from './entitlement.ts'

/** How many open tasks wait for the actor. */
export async function countTasks({ pool }: Stores, actor: Actor): Promise<{ readonly open: number }> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const owner = bind(ownerScope(actor))
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from human_task t
      where (${owner}::text is null or t.owner_id = ${owner}) and t.status = 'open' and ${mayDecideCondition(actor, bind)}`,
    values,
  )
  return { open: rows[0]?.open ?? 0 }
}
