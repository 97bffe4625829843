import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { knownRoles, type Role } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { MemberStores } from './change-member.ts'
import { newInviteToken, sha256OfToken } from './invite-token.ts'
import { changeMembers, requireGivable } from './membership.ts'

export interface NewInvite {
  /** The only address whose account may accept. */
  readonly email?: string | undefined
  /** The person of the directory who gets the login; unset: a new person. */
  readonly personId?: string | undefined
  readonly roles: readonly Role[]
  readonly groups: readonly string[]
}

/** An invitation with its token, which is shown once and never again. */
export interface CreatedInvite {
  readonly id: string
  readonly token: string
  readonly expiresAt: string
}

/** An invitation that can still be accepted. */
export interface OpenInvite {
  readonly id: string
  readonly email: string | null
  readonly personId: string | null
  readonly roles: readonly Role[]
  readonly groups: readonly string[]
  readonly invitedBy: string
  readonly createdAt: string
  readonly expiresAt: string
}

const isOpen = 'used_at is null and revoked_at is null and expires_at > now()'

/** Invites a person. Throws `FORBIDDEN`, `NOT_FOUND`, `CONFLICT`, `TOO_LARGE`. */
export function createInvite({ pool }: MemberStores, actor: Actor, invite: NewInvite): Promise<CreatedInvite> {
  return changeMembers(pool, actor, (client, current) => insertInvite(client, current, invite))
}

/** The invitation, in the transaction of the caller, who holds the lock of the owner's members. */
export async function insertInvite(client: PoolClient, actor: Actor, invite: NewInvite): Promise<CreatedInvite> {
  const { ownerId } = actor
  requireGivable(actor, invite.roles)
  await requireRoom(client, ownerId)
  await requireGroups(client, ownerId, invite.groups)
  if (invite.personId !== undefined) await requireWithoutLogin(client, ownerId, invite.personId)
  const token = newInviteToken()
  const { rows } = await client.query<{ id: string; expires_at: Date }>(
    `insert into invite (owner_id, sha256, email, person_id, roles, groups, invited_by, invited_by_name, invited_by_user, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(hours => $10)) returning id, expires_at`,
    [
      ownerId,
      sha256OfToken(token),
      invite.email ?? null,
      invite.personId ?? null,
      invite.roles,
      invite.groups,
      actor.id,
      actor.name,
      actor.isInstallationAdmin ? (actor.login?.userId ?? null) : null,
      limits.members.inviteHours,
    ],
  )
  const [row] = rows
  if (!row) throw new Error('An inserted invitation is returned.')
  const { email, personId, roles, groups } = invite
  await recordAudit(client, {
    actor,
    action: 'invite.create',
    target: row.id,
    after: { email, personId, roles, groups },
    outcome: 'done',
  })
  return { id: row.id, token, expiresAt: row.expires_at.toISOString() }
}

/** The invitations of the owner that can still be accepted, the newest first. */
export async function listInvites({ pool }: MemberStores, actor: Actor): Promise<readonly OpenInvite[]> {
  const { rows } = await pool.query<{
    id: string
    email: string | null
    person_id: string | null
    roles: string[]
    groups: string[]
    invited_by_name: string
    created_at: Date
    expires_at: Date
  }>(
    `select id, email, person_id, roles, groups, invited_by_name, created_at, expires_at from invite
      where owner_id = $1 and ${isOpen} order by created_at desc, id limit $2`,
    [actor.ownerId, limits.members.openInvites],
  )
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    personId: row.person_id,
    roles: knownRoles(row.roles),
    groups: row.groups,
    invitedBy: row.invited_by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

/** Revokes an invitation that has not been accepted. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function revokeInvite({ pool }: MemberStores, actor: Actor, id: string): Promise<{ readonly id: string }> {
  return changeMembers(pool, actor, async (client, current) => {
    const { rowCount } = await client.query(
      `update invite set revoked_at = now() where owner_id = $1 and id = $2 and ${isOpen}`,
      [current.ownerId, id],
    )
    if (rowCount === 0) throw new ApiError('NOT_FOUND', 'There is no open invitation with this id.', 'id')
    await recordAudit(client, { actor: current, action: 'invite.revoke', target: id, outcome: 'done' })
    return { id }
  })
}

async function requireRoom(client: PoolClient, ownerId: string): Promise<void> {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from invite where owner_id = $1 and ${isOpen}`,
    [ownerId],
  )
  if ((rows[0]?.open ?? 0) >= limits.members.openInvites)
    throw new ApiError('TOO_LARGE', `There are already ${rows[0]?.open} open invitations. Revoke unused ones.`)
}

async function requireGroups(client: PoolClient, ownerId: string, groups: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select unnest($2::text[]) as id except select id from person_group where owner_id = $1 limit 1',
    [ownerId, groups],
  )
  if (rows[0]) throw new ApiError('NOT_FOUND', `There is no group ${rows[0].id}. Add it first.`, 'groups')
}

async function requireWithoutLogin(client: PoolClient, ownerId: string, personId: string): Promise<void> {
  const { rows } = await client.query<{ name: string; is_member: boolean }>(
    `select p.name, exists (select from member m where m.owner_id = p.owner_id and m.person_id = p.id) as is_member
       from person p where p.owner_id = $1 and p.id = $2`,
    [ownerId, personId],
  )
  const [person] = rows
  if (!person) throw new ApiError('NOT_FOUND', `There is no person ${personId} in the directory.`, 'personId')
  if (person.is_member) throw new ApiError('CONFLICT', `${person.name} is a member already.`, 'personId')
}
