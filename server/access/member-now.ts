import type { ClientBase, Pool } from 'pg'
import type { Actor } from './actor.ts'

/** The rights of a member at this moment. */
export interface MemberNow {
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

const ofMember = `
  select m.roles, array(select g.group_id from group_member g
      where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
    from member m join "owner" o on o.id = m.owner_id and o.status = 'active'
   where m.owner_id = $1 and m.person_id = $2 and m.status = 'active' and ($3::text is null or m.user_id = $3)`

const ofEntry = `
  select array['admin'] as roles, '{}'::text[] as groups
    from owner_entry e join "owner" o on o.id = e.owner_id and o.status = 'active'
   where e.owner_id = $1 and e.session_id = $2 and e.user_id = $3 and e.until > clock_timestamp() limit 1`

/**
 * What the member of a stored or checked actor may do at this moment: as the member of the same account, or as an
 * administrator of the installation who is in the owner. Null for nobody: the member was disabled or removed, also where
 * another account has taken the id since.
 */
export async function memberNow(
  client: ClientBase | Pool,
  { id, ownerId, login }: Pick<Actor, 'id' | 'ownerId' | 'login'>,
): Promise<MemberNow | null> {
  const { rows: members } = await client.query<MemberNow>(ofMember, [ownerId, id, login?.userId ?? null])
  if (members[0] || !login) return members[0] ?? null
  const { rows: entries } = await client.query<MemberNow>(ofEntry, [ownerId, login.sessionId, login.userId])
  return entries[0] ?? null
}
