import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { roles as allRoles, type Role } from '#server/access/roles.ts'
import type { Session } from './find-session.ts'

interface MemberRow {
  readonly ownerId: string
  readonly region: string
  readonly personId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/**
 * The actor of a session: the member of the owner that the session has chosen, with the roles and groups of now. Null
 * for an account that is no active member there: a member who was disabled or removed is refused at once.
 */
export async function actorOfSession(pool: Pool, session: Session): Promise<Actor | null> {
  const { rows } = await pool.query<MemberRow>(
    `select m.owner_id as "ownerId", o.region, m.person_id as "personId", p.name, m.roles,
       array(select g.group_id from group_member g
         where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
     from member m
     join "owner" o on o.id = m.owner_id and o.status = 'active'
     join person p on p.owner_id = m.owner_id and p.id = m.person_id
     where m.user_id = $1 and m.status = 'active' and m.kind = 'person' and ($2::text is null or m.owner_id = $2)
     order by m.created_at, m.owner_id limit 1`,
    [session.userId, session.chosenOwner],
  )
  const [member] = rows
  if (!member) return null
  if (session.chosenOwner === null) {
    await pool.query('update session set "chosenOwner" = $2 where "id" = $1 and "chosenOwner" is null', [
      session.id,
      member.ownerId,
    ])
  }
  return {
    id: member.personId,
    name: member.name,
    ownerId: member.ownerId,
    dataRegion: member.region,
    groups: member.groups,
    roles: member.roles.filter((role): role is Role => (allRoles as readonly string[]).includes(role)),
    kind: 'person',
    isInstallationAdmin: session.isInstallationAdmin,
    login: { sessionId: session.id, userId: session.userId, at: session.createdAt.getTime() },
  }
}
