import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { knownRoles, type Role } from '#server/access/roles.ts'
import type { Session } from './find-session.ts'
import { administratorId } from './owners/owners.ts'

interface MemberRow {
  readonly ownerId: string
  readonly region: string
  readonly isDemanded: boolean
  readonly personId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/**
 * The actor of a session: the member of the owner that the session has chosen, with the roles and groups of now. A
 * session that has chosen none begins in the last owner that its account chose, or in its oldest. Null
 * for an account that is no active member there: a member who was disabled or removed is refused at once. A session that
 * is bound to an owner acts there alone, with no rights of the installation.
 */
export async function actorOfSession(pool: Pool, session: Session): Promise<Actor | null> {
  const { rows } = await pool.query<MemberRow>(
    `select m.owner_id as "ownerId", o.region, o.second_factor_demanded as "isDemanded", m.person_id as "personId", p.name, m.roles,
       array(select g.group_id from group_member g
         where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
     from member m
     join "owner" o on o.id = m.owner_id and o.status = 'active'
     join person p on p.owner_id = m.owner_id and p.id = m.person_id
     join "user" u on u."id" = m.user_id
     where m.user_id = $1 and m.status = 'active' and m.kind = 'person' and ($2::text is null or m.owner_id = $2)
       and ($3::text is null or m.owner_id = $3)
     order by (m.owner_id = u."lastOwner") desc nulls last, m.created_at, m.owner_id limit 1`,
    [session.userId, session.chosenOwner, session.boundOwner],
  )
  const [member] = rows
  if (!member && session.boundOwner !== null) return null
  if (!member) return session.chosenOwner === null ? null : actorOfEntry(pool, session, session.chosenOwner)
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
    ...rightsOf(session, member.isDemanded, knownRoles(member.roles)),
    kind: 'person',
    login: loginOf(session),
  }
}

/** The rights of a session in an owner: none where the owner demands a second factor that its login lacks. */
function rightsOf(
  { isSecondFactorShown, isInstallationAdmin, boundOwner }: Session,
  isDemanded: boolean,
  roles: readonly Role[],
): Pick<Actor, 'roles' | 'isInstallationAdmin' | 'lacksSecondFactor'> {
  if (isDemanded && !isSecondFactorShown) return { roles: [], isInstallationAdmin: false, lacksSecondFactor: true }
  return { roles, isInstallationAdmin: isInstallationAdmin && boundOwner === null }
}

const loginOf = ({ id, userId, provenAt, boundOwner }: Session) => ({
  sessionId: id,
  userId,
  at: provenAt.getTime(),
  ...(boundOwner !== null && { isBound: true as const }),
})

/**
 * The administrator of the installation who has entered the owner, while the entry lasts. When it is over, the session
 * ends: no page that is still open writes into another owner.
 */
async function actorOfEntry(pool: Pool, session: Session, ownerId: string): Promise<Actor | null> {
  const { rows } = await pool.query<{
    region: string
    isDemanded: boolean
    entered: boolean
    hadEntered: boolean
    known: boolean
  }>(
    `select o.region, o.second_factor_demanded as "isDemanded",
       exists (select from owner_entry e where e.owner_id = o.id and e.session_id = $2) as "hadEntered",
       exists (select from owner_entry e where e.owner_id = o.id and e.session_id = $2 and e.until > now()) as entered,
       exists (select from member m where m.owner_id = o.id and m.user_id = $3) as known
     from "owner" o where o.id = $1 and o.status = 'active'`,
    [ownerId, session.id, session.userId],
  )
  const [owner] = rows
  if (owner?.entered && session.isInstallationAdmin)
    return {
      id: administratorId(session.userId),
      name: session.name,
      ownerId,
      dataRegion: owner.region,
      groups: [],
      ...rightsOf(session, owner.isDemanded, ['admin']),
      kind: 'person',
      login: loginOf(session),
    }
  // A member who was disabled is refused here, and does not slip into another owner unawares.
  if (owner?.known) return null
  if (owner?.hadEntered) {
    await pool.query('delete from session where "id" = $1', [session.id])
    return null
  }
  await pool.query('update session set "chosenOwner" = null where "id" = $1 and "chosenOwner" = $2', [
    session.id,
    ownerId,
  ])
  return actorOfSession(pool, { ...session, chosenOwner: null })
}
