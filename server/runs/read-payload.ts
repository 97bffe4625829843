import { isPayloadHash } from '#core/run/payload/payload-ref.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'

/** An offloaded payload in the history of one of the actor's runs: its JSON text. Throws `NOT_FOUND`. */
export async function readPayload(stores: Stores, actor: Actor, runId: string, sha256: string): Promise<string> {
  await getRunRow(stores, actor, runId)
  // A text that is no hash cannot match, and may contain characters that the database refuses.
  const value = isPayloadHash(sha256) ? await findPayload(stores, runId, sha256) : undefined
  if (value === undefined) throw new ApiError('NOT_FOUND', 'The run has no such value.', 'sha256')
  return value
}

async function findPayload({ pool }: Stores, runId: string, sha256: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    `select p.value from payload_use u join payload p using (owner_id, sha256)
      where u.run_id = $1 and u.sha256 = $2 and not p.is_file`,
    [runId, sha256],
  )
  return rows[0]?.value
}
