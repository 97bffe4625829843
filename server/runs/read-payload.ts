import type { Actor } from '../actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'

/** A large value to which the history of one of the actor's runs refers: its JSON text. Throws `NOT_FOUND`. */
export async function readPayload(stores: Stores, actor: Actor, runId: string, sha256: string): Promise<string> {
  await getRunRow(stores, actor, runId)
  const { rows } = await stores.pool.query<{ value: string }>(
    `select p.value from payload_use u join payload p using (owner_id, sha256) where u.run_id = $1 and u.sha256 = $2`,
    [runId, sha256],
  )
  const [payload] = rows
  if (!payload) throw new ApiError('NOT_FOUND', 'The run has no such value.', 'sha256')
  return payload.value
}
