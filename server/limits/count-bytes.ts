import type { Pool } from 'pg'

/**
 * The bytes of the histories of the owner's runs, as the index of runs knows them, and of its large values. Runs that have
 * neither waited nor ended yet are not part of it.
 */
export async function countBytes(pool: Pool, ownerId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select ((select coalesce(sum(bytes), 0) from run_search where owner_id = $1)
           + (select coalesce(sum(bytes), 0) from payload where owner_id = $1))::float8 as bytes`,
    [ownerId],
  )
  return rows[0]?.bytes ?? 0
}
