import type { Pool } from 'pg'
import { liveStatuses } from '#core/run/views/status.ts'

/**
 * Counts the runs of the owner that have not ended, up to the number, by the index of owners and statuses. A run that only
 * starts variants is none of them: its variants count, as they do when it starts.
 */
export async function countActive(pool: Pool, ownerId: string, most: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
       from (select from run_state s
              where owner_id = $1 and status = any($2)
                and not exists (select from run r where r.id = s.run_id and r.variants is not null)
              limit $3) active`,
    [ownerId, liveStatuses, most],
  )
  return rows[0]?.count ?? 0
}
