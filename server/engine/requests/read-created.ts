import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { openPayloads, refsIn } from '../payload/inline-payloads.ts'
import { payloadsNamed } from '../store/payloads.ts'

/** The first event of a run, whole: what was asked when it was started. Null when there is no such run. */
export async function readCreated(pool: Pool, runId: string): Promise<RunEvent | null> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from run_log where run_id = $1 order by seq limit 1',
    [runId],
  )
  const [created] = JSON.parse(rows[0]?.events ?? '[]') as RunEvent[]
  if (created === undefined) return null
  // Of what the run keeps apart only these: all of it may be a hundred times as much.
  const sha256s = refsIn(created)
  return openPayloads(sha256s.length === 0 ? undefined : await payloadsNamed(pool, runId, sha256s)).inline(created)
}
