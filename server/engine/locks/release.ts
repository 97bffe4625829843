import type { ActorRef } from '#core/run/words.ts'
import type { Queryable } from '../store/connection/connection.ts'
import { rowsOfLetters } from './letters.ts'

export interface ForcedRelease {
  readonly ownerId: string
  readonly resource: string
  readonly runId: string
  readonly actor: ActorRef
  readonly reason: string
}

/**
 * Takes a lock away from a run, for an administrator: false when the run does not hold it. The run gets a letter in the
 * same transaction, and fails with LOCK_LOST. To be called in a transaction.
 */
export async function forceRelease(
  connection: Queryable,
  { ownerId, resource, runId, actor, reason }: ForcedRelease,
): Promise<boolean> {
  const { rows } = await connection.query<{ runId: string }>({
    name: 'locks-force-release',
    text: `
delete from resource_lock where owner_id = $1 and resource = $2 and run_id = $3::uuid returning run_id as "runId"`,
    values: [ownerId, resource, runId],
  })
  if (rows.length === 0) return false
  await rowsOfLetters(connection, [{ runId, command: { type: 'lock_lost', resource, actor, reason } }])
  return true
}
