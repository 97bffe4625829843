import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { MatchCount } from './match-count.ts'
import { runConditions } from './run-conditions.ts'
import type { RunFilter } from './run-filter.ts'

/** The number of runs that a filter finds, counted to `limits.search.counted`. */
export async function countMatching({ pool }: Stores, actor: Actor, filter: RunFilter): Promise<MatchCount> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = runConditions(actor, filter, bind)
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
       from (select from own_run r join own_run_state s on s.run_id = r.id
              where ${conditions} limit ${bind(limits.search.counted + 1)}) found`,
    values,
  )
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, limits.search.counted), more: count > limits.search.counted }
}
