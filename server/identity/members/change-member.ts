import type { Pool, PoolClient } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { type Role, rolesPermit } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Accounts } from '../accounts.ts'
import { changeMembers, findMember, type MemberRow, requireGivable, requireOtherAdmin } from './membership.ts'

/** The database of the request, and the accounts, which local mode does not have. */
export interface MemberStores {
  readonly pool: Pool
  readonly accounts?: Accounts | undefined
}

export interface ChangedMember {
  readonly personId: string
}

interface Change {
  readonly action: 'member.set_roles' | 'member.disable' | 'member.enable' | 'member.remove'
  readonly personId: string
  /** The sessions of the member end, so that every page of theirs asks anew. */
  readonly endsSessions: boolean
  /** What is left of the member afterwards, for the audit; null for nothing. */
  write(client: PoolClient, actor: Actor, member: MemberRow): Promise<unknown>
}

/** Replaces the roles of a member. Roles that the login has told stay. Throws `FORBIDDEN`, `NOT_FOUND`, `CONFLICT`. */
export function setRoles(
  stores: MemberStores,
  actor: Actor,
  { personId, roles: given }: { readonly personId: string; readonly roles: readonly Role[] },
): Promise<ChangedMember> {
  return changeMember(stores, actor, {
    action: 'member.set_roles',
    personId,
    endsSessions: true,
    async write(client, current, member) {
      const roles = [...new Set([...given, ...member.claimed_roles])].toSorted()
      requireGivable(current, given)
      if (isActiveAdmin(member) && !rolesPermit(roles, 'member.admin'))
        await requireOtherAdmin(client, current.ownerId, member)
      await client.query('update member set roles = $3, updated_at = now() where owner_id = $1 and person_id = $2', [
        current.ownerId,
        personId,
        roles,
      ])
      await client.query(`update person set manager = 'manager' = any($3) where owner_id = $1 and id = $2`, [
        current.ownerId,
        personId,
        roles,
      ])
      return { roles, status: member.status }
    },
  })
}

/** Takes the login of a member away until it is enabled again: sessions and keys end at once. */
export function disableMember(stores: MemberStores, actor: Actor, personId: string): Promise<ChangedMember> {
  return changeMember(stores, actor, {
    action: 'member.disable',
    personId,
    endsSessions: true,
    async write(client, { ownerId }, member) {
      if (isActiveAdmin(member)) await requireOtherAdmin(client, ownerId, member)
      return setStatus(client, ownerId, member, 'disabled')
    },
  })
}

export function enableMember(stores: MemberStores, actor: Actor, personId: string): Promise<ChangedMember> {
  return changeMember(stores, actor, {
    action: 'member.enable',
    personId,
    endsSessions: false,
    write(client, current, member) {
      requireGivable(current, member.roles)
      return setStatus(client, current.ownerId, member, 'active')
    },
  })
}

/** Removes a member with the person of the directory: what the person has decided keeps the name. */
export function removeMember(stores: MemberStores, actor: Actor, personId: string): Promise<ChangedMember> {
  return changeMember(stores, actor, {
    action: 'member.remove',
    personId,
    endsSessions: true,
    async write(client, { ownerId }, member) {
      if (isActiveAdmin(member)) await requireOtherAdmin(client, ownerId, member)
      await client.query('delete from member where owner_id = $1 and person_id = $2', [ownerId, personId])
      await client.query('delete from person where owner_id = $1 and id = $2', [ownerId, personId])
      return undefined
    },
  })
}

async function changeMember(
  { pool, accounts }: MemberStores,
  actor: Actor,
  { action, personId, endsSessions, write }: Change,
): Promise<ChangedMember> {
  const member = await changeMembers(pool, actor, async (client, current) => {
    const found = await findMember(client, current.ownerId, personId)
    if (!found) throw new ApiError('NOT_FOUND', `There is no member ${personId}.`, 'personId')
    const before = { roles: found.roles, status: found.status }
    const after = await write(client, current, found)
    await recordAudit(client, { actor: current, action, target: personId, before, after, outcome: 'done' })
    return found
  })
  // The roles are read with every request: what was taken away is gone at once, also where this fails.
  if (endsSessions && member.user_id !== null) await accounts?.revokeSessions(member.user_id, actor.ownerId)
  return { personId }
}

async function setStatus(
  client: PoolClient,
  ownerId: string,
  { person_id, roles }: MemberRow,
  status: MemberRow['status'],
): Promise<unknown> {
  await client.query('update member set status = $3, updated_at = now() where owner_id = $1 and person_id = $2', [
    ownerId,
    person_id,
    status,
  ])
  return { roles, status }
}

function isActiveAdmin({ kind, status, roles }: MemberRow): boolean {
  return kind === 'person' && status === 'active' && rolesPermit(roles, 'member.admin')
}
