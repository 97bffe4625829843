import type { Pool } from 'pg'
import { liveStatuses } from '#core/run/views.ts'

/** Counts the runs of the owner that have not ended, up to the number, by the index of owners and statuses. */
export async function countActive(pool: Pool, ownerId: string, most: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from (select from run_state where owner_id = $1 and status = any($2) limit $3) active',
    [ownerId, liveStatuses, most],
  )
  return rows[0]?.count ?? 0
}
