import { type Actor, hasPermission } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Stores } from '../stores.ts'
import { refuseKeys } from './refuse-keys.ts'

export interface RevokedKey {
  readonly id: string
  /** False for a key that was revoked before. */
  readonly revoked: boolean
}

/**
 * Revokes a key at once: its next request is refused. The caller revokes their own keys, an administrator of keys all of
 * the owner. Throws `FORBIDDEN`, `NOT_FOUND`.
 */
export async function revokeKey(stores: Pick<Stores, 'pool'>, actor: Actor, id: string): Promise<RevokedKey> {
  refuseKeys(actor)
  requirePermission(permits(actor, 'key.own'))
  return revoke(stores, actor, id, hasPermission(actor, 'key.admin') ? null : actor.id)
}

/** Revokes the key of the request, such as at the end of its use on a machine. Throws `NOT_FOUND`. */
export async function revokeCurrentKey(stores: Pick<Stores, 'pool'>, actor: Actor): Promise<RevokedKey> {
  if (!actor.key) throw new ApiError('NOT_FOUND', 'This request has no API key.')
  return revoke(stores, actor, actor.key.id, actor.id)
}

async function revoke(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  id: string,
  personId: string | null,
): Promise<RevokedKey> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ revoked: boolean }>(
      `with found as (
         select id, revoked_at is null as revoked from api_key
          where owner_id = $1 and id = $2 and ($3::text is null or person_id = $3) for update)
       update api_key k set revoked_at = coalesce(k.revoked_at, clock_timestamp())
         from found f where k.id = f.id returning f.revoked`,
      [actor.ownerId, id, personId],
    )
    const [row] = rows
    if (!row) throw new ApiError('NOT_FOUND', 'There is no such API key.', 'id')
    if (row.revoked) await recordAudit(client, { actor, action: 'key.revoke', target: id, outcome: 'done' })
    return { id, revoked: row.revoked }
  })
}
