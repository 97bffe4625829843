import type { LockHint } from '../ports.ts'
import type { Queryable } from '../store/connection/connection.ts'
import { deliver } from '../store/deliver.ts'
import { lockTuning } from './tuning.ts'

/**
 * Tells runs that wait for conditions that a resource which these read was given back; each at most once in some
 * seconds. A lost letter is repaired by the next evaluation, since such conditions are checked at intervals too.
 */
export async function tellWatchers(connection: Queryable, released: LockHint['released']): Promise<readonly string[]> {
  if (released.length === 0) return []
  const { rows } = await connection.query<{ runId: string }>({
    name: 'locks-watchers',
    text: `
with notified as (
  update resource_watch w set notified_at = clock_timestamp()
   where w.run_id = any(array(
           select x.run_id from unnest($1::text[], $2::text[]) as r(owner_id, resource)
             join resource_watch x on x.resources @> array[r.resource] and x.owner_id = r.owner_id
            limit ${lockTuning.requestsPerPass}))
     and w.notified_at < clock_timestamp() - interval '${lockTuning.conditionsDueMs} milliseconds'
  returning w.run_id
),
letters as (select run_id, '{"type":"conditions_due"}'::text as command from notified),
${deliver('letters')}
select run_id as "runId" from notified`,
    values: [released.map(({ ownerId }) => ownerId), released.map(({ resource }) => resource)],
  })
  return rows.map(({ runId }) => runId)
}
