import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { openPayloads, refsIn } from '../payload/inline-payloads.ts'
import { payloadsNamed } from '../store/payloads.ts'

/** The first event of a run, with its large values: the request that started the run. Null when there is no such run. */
export async function readCreated(pool: Pool, runId: string): Promise<RunEvent | null> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from run_log where run_id = $1 order by seq limit 1',
    [runId],
  )
  const [created] = JSON.parse(rows[0]?.events ?? '[]') as RunEvent[]
  if (created === undefined) return null
  // Only the payloads of this event are read: all payloads of the run may be a hundred times as large.
  const sha256s = refsIn(created)
  return openPayloads(sha256s.length === 0 ? undefined : await payloadsNamed(pool, runId, sha256s)).inline(created)
}
