import { type Actor, withRoles } from '#server/access/actor.ts'
import { permissionsInForce } from '#server/keys/permissions-of-keys.ts'
import type { Stores } from '../../stores.ts'

interface Now {
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly isKeyAlive: boolean | null
  readonly permissions: readonly string[] | null
  readonly workflows: readonly string[] | null
}

const memberNow = `
  select m.roles, k.permissions, k.workflows, k.revoked_at is null and k.expires_at > clock_timestamp() as "isKeyAlive",
         array(select g.group_id from group_member g
                where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
    from member m
    join "owner" o on o.id = m.owner_id and o.status = 'active'
    left join api_key k on k.owner_id = m.owner_id and k.person_id = m.person_id and k.id = $3
   where m.owner_id = $1 and m.person_id = $2 and m.status = 'active'`

const entryNow = `
  select array['admin'] as roles, '{}'::text[] as groups, null as "isKeyAlive", null as permissions, null as workflows
    from owner_entry e join "owner" o on o.id = e.owner_id and o.status = 'active'
   where e.owner_id = $1 and e.session_id = $2 and e.until > clock_timestamp()`

/**
 * The actor of stored work with the roles, groups and key of this moment: a person who was demoted after the start of a
 * bulk operation has no more rights in the rest of it. Null: no member any more, or the key is not in force. An actor of
 * local mode, who has neither login nor key, stays as stored.
 */
export async function actorNow({ pool }: Pick<Stores, 'pool'>, stored: Actor): Promise<Actor | null> {
  const { id, ownerId, login, key } = stored
  if (!login && !key) return stored
  const { rows: members } = await pool.query<Now>(memberNow, [ownerId, id, key?.id ?? null])
  const [now] =
    members.length > 0 || !login ? members : (await pool.query<Now>(entryNow, [ownerId, login.sessionId])).rows
  if (!now || (key && now.isKeyAlive !== true)) return null
  const { workflows, permissions } = now
  const inForce = key && {
    id: key.id,
    permissions: permissionsInForce(permissions ?? [], workflows !== null),
    ...(workflows !== null && { workflows }),
  }
  // Accounts are not read here, and nothing in a bulk operation asks for an administrator of the installation.
  const actor = { ...stored, groups: now.groups, isInstallationAdmin: false, ...(inForce && { key: inForce }) }
  return withRoles(actor, now.roles)
}
