import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { openPayloads, refsIn } from '../payload/inline-payloads.ts'
import { payloadsNamed } from '../store/payloads.ts'

/** The first event of a run, with its large values: the request that started the run. Null when there is no such run. */
export async function readCreated(pool: Pool, runId: string): Promise<RunEvent | null> {
  return readEvent(pool, runId, FIRST)
}

const FIRST = 1

/** One event of a run by its number, with its large values; null when there is none. */
export async function readEvent(pool: Pool, runId: string, seq: number): Promise<RunEvent | null> {
  const { rows } = await pool.query<{ events: string }>(
    'select events from run_log where run_id = $1 and seq <= $2 order by seq desc limit 1',
    [runId, seq],
  )
  const event = (JSON.parse(rows[0]?.events ?? '[]') as readonly RunEvent[]).find((one) => one.seq === seq)
  if (event === undefined) return null
  // Only the payloads of this event are read: all payloads of the run may be a hundred times as large.
  const sha256s = refsIn(event)
  return openPayloads(sha256s.length === 0 ? undefined : await payloadsNamed(pool, runId, sha256s)).inline(event)
}
