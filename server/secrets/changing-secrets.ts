import type { Pool, PoolClient } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { MasterKeyError } from './master-key.ts'

/** A change by a fresh login. Changes of one owner's secrets come one after the other, each with its revision. */
export async function changingSecrets<Result>(
  pool: Pool,
  actor: Actor,
  change: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  requirePermission(permits(actor, 'secret.admin'))
  requireFreshLogin(actor)
  try {
    return await inTransaction(pool, async (client) => {
      await client.query(
        `insert into secret_revision (owner_id, revision) values ($1, 1)
         on conflict (owner_id) do update set revision = secret_revision.revision + 1`,
        [actor.ownerId],
      )
      return change(client)
    })
  } catch (error) {
    if (error instanceof MasterKeyError) throw new ApiError('UNAVAILABLE', error.message)
    throw error
  }
}
