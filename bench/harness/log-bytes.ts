import type { Pool } from 'pg'

/** Bytes of events that the engine writes per completed step: what the ceiling writes, too. */
export async function bytesPerStep(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select avg(length(events))::int as bytes from run_log where seq > 2 and events like '%node.completed%'`,
  )
  const bytes = rows[0]?.bytes
  if (!bytes) throw new Error('No step was completed: the engine and the bench disagree about the log.')
  return bytes
}
