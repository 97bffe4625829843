import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { knownRoles, type Role } from '#server/access/roles.ts'
import type { MemberStores } from './change-member.ts'

/** A person who can log in, or a service, with roles within the owner. */
export interface Member {
  readonly personId: string
  readonly name: string
  /** Null for a service, and where accounts are not known. */
  readonly email: string | null
  readonly kind: 'person' | 'service'
  readonly roles: readonly Role[]
  /** Those of the roles that the groups of the login give. */
  readonly claimedRoles: readonly Role[]
  readonly groups: readonly string[]
  readonly status: 'active' | 'disabled'
  readonly since: string
  readonly isMe: boolean
}

interface ListedRow {
  readonly person_id: string
  readonly name: string
  readonly user_id: string | null
  readonly kind: Member['kind']
  readonly roles: readonly string[]
  readonly claimed_roles: readonly string[]
  readonly groups: readonly string[]
  readonly status: Member['status']
  readonly created_at: Date
  readonly person_email: string | null
}

/** The members of the actor's owner, by name. */
export async function listMembers({ pool, accounts }: MemberStores, actor: Actor): Promise<readonly Member[]> {
  const { rows } = await pool.query<ListedRow>(
    `select m.person_id, coalesce(p.name, m.person_id) as name, m.user_id, m.kind, m.roles, m.claimed_roles, m.status,
            m.created_at, p.email as person_email, array(select g.group_id from group_member g
                                 where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
       from member m left join person p on p.owner_id = m.owner_id and p.id = m.person_id
      where m.owner_id = $1 order by lower(coalesce(p.name, m.person_id)), m.person_id limit $2`,
    [actor.ownerId, limits.directory.people],
  )
  const emails = await accounts?.emailsOf(rows.flatMap(({ user_id }) => user_id ?? []))
  return rows.map((row) => ({
    personId: row.person_id,
    name: row.name,
    email: emails?.get(row.user_id ?? '') ?? row.person_email,
    kind: row.kind,
    roles: knownRoles(row.roles),
    claimedRoles: knownRoles(row.claimed_roles),
    groups: row.groups,
    status: row.status,
    since: row.created_at.toISOString(),
    isMe: row.person_id === actor.id,
  }))
}
