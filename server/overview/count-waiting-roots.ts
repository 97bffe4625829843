import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerCondition } from '#server/inbox/task-conditions.ts'
import type { MatchCount } from '#server/runs/list/match-count.ts'
import type { Stores } from '../stores.ts'

/**
 * The number of root runs that wait for people, themselves or in a descendant. It equals the filter `waitingFor:
 * 'person'` on roots, but counts the open tasks, which lie side by side. Test runs do not count.
 */
export async function countWaitingRoots({ pool }: Stores, actor: Actor): Promise<MatchCount> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [`t.status = 'open'`, ...ownerCondition(actor, bind)]
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
       from (select distinct t.root_run_id from human_task t where ${conditions.join(' and ')}
                and not exists (select from own_run x where x.id = t.root_run_id and x.version < 0)
              limit ${bind(limits.search.counted + 1)}) roots`,
    values,
  )
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, limits.search.counted), more: count > limits.search.counted }
}
