import type { LockHint } from '../ports.ts'
import type { Queryable } from '../store/connection/connection.ts'

/**
 * Frees locks and requests of runs that have ended: a run may end at the very moment at which its request is granted,
 * and its closing append does not see that grant. Locks in quarantine stay.
 */
export async function freeLocksOfEnded(connection: Queryable): Promise<LockHint['released']> {
  const { rows } = await connection.query<{ ownerId: string; resource: string }>({
    name: 'locks-of-ended',
    text: `
with ended as (
  delete from resource_lock l
   where not l.quarantined
     and not exists (select from run_state s where s.run_id = any(array[l.run_id]) and s.ended_at is null)
  returning l.owner_id, l.resource
),
requests as (
  delete from lock_request q
   where not exists (select from run_state s where s.run_id = any(array[q.run_id]) and s.ended_at is null)
)
select owner_id as "ownerId", resource from ended`,
    values: [],
  })
  return rows
}
