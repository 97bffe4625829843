import { type Actor, withRoles } from '#server/access/actor.ts'
import { memberNow } from '#server/access/member-now.ts'
import { permissionsInForce } from '#server/keys/permissions-of-keys.ts'
import type { Stores } from '../../stores.ts'

/**
 * The actor of stored work with the roles, groups and key of this moment: a person who was demoted after the start of a
 * bulk operation has no more rights in the rest of it. Null: no member any more, or the key is not in force. An actor of
 * local mode, who has neither login nor key, stays as stored.
 */
export async function actorNow(stores: Pick<Stores, 'pool'>, stored: Actor): Promise<Actor | null> {
  if (!stored.login && !stored.key) return stored
  const [now, key] = await Promise.all([memberNow(stores.pool, stored), keyNow(stores, stored)])
  if (!now || key === null) return null
  // Accounts are not read here, and nothing in a bulk operation asks for an administrator of the installation.
  return withRoles({ ...stored, groups: now.groups, isInstallationAdmin: false, ...(key && { key }) }, now.roles)
}

/** The key of the actor with the permissions of now; undefined without one, null for one that is not in force. */
async function keyNow({ pool }: Pick<Stores, 'pool'>, { id, ownerId, key }: Actor): Promise<Actor['key'] | null> {
  if (!key) return undefined
  const { rows } = await pool.query<{ permissions: readonly string[]; workflows: readonly string[] | null }>(
    `select permissions, workflows from api_key
      where owner_id = $1 and person_id = $2 and id = $3 and revoked_at is null and expires_at > clock_timestamp()`,
    [ownerId, id, key.id],
  )
  const [found] = rows
  if (!found) return null
  const { permissions, workflows } = found
  return {
    id: key.id,
    permissions: permissionsInForce(permissions, workflows !== null),
    ...(workflows !== null && { workflows }),
  }
}
