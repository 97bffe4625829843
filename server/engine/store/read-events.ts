import type { RunEvent } from '#core/run/event.ts'
import type { WithRefs } from '#core/run/payload/payload-ref.ts'
import { openPayloads } from '../payload/inline-payloads.ts'
import type { Queryable } from './connection/connection.ts'
import { payloadsOf } from './payloads.ts'

/** The whole history of a run, with its large values; empty when there is no such run. */
export async function readEvents(connection: Queryable, runId: string): Promise<readonly RunEvent[]> {
  const { rows } = await connection.query<{ log: string | null }>({
    name: 'read-events',
    text: `select string_agg(events, ',' order by seq) as log from run_log where run_id = $1::uuid`,
    values: [runId],
  })
  const log = rows[0]?.log ?? null
  if (log === null) return []
  const payloads = await payloadsOf(connection, [{ run_id: runId, snapshot: null, log }])
  const { inline } = openPayloads(payloads.get(runId))
  return (JSON.parse(`[${log}]`) as (RunEvent & WithRefs)[][]).flat().map(inline)
}
