import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import { localPerson } from '#server/access/actor.ts'
import { knownRoles, type Role, rolesPermit, rolesWith } from '#server/access/roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { findMember, hasOtherAdmin, type MemberRow } from '../members/membership.ts'
import { anyProvider, type GroupMapping } from './group-mappings.ts'

/** The values of the groups claim of a login, and the provider that sent them. */
interface LoginClaims {
  readonly issuer: string
  readonly groups: readonly string[]
}

/** The strings among the claims of a login, each bounded: what a provider sends is not trusted. */
export function claimsOf(claim: unknown): readonly string[] {
  const values = (Array.isArray(claim) ? claim : [claim]).slice(0, limits.members.claims)
  return values.filter(
    (value): value is string =>
      typeof value === 'string' &&
      value.length > 0 &&
      value.length <= limits.members.claimCharacters &&
      !value.includes('\0'),
  )
}

/**
 * Replaces what the claims of the last login have given to a member, in the transaction of the login, which holds the
 * lock of the members. Memberships and roles that were given by hand stay, and so does the administration of the last
 * administrator: a claim that is missing locks no owner.
 */
export async function applyClaims(
  client: PoolClient,
  { ownerId, personId }: { readonly ownerId: string; readonly personId: string },
  { issuer, groups }: LoginClaims,
): Promise<void> {
  const member = await findMember(client, ownerId, personId)
  if (!member) return
  const { rows } = await client.query<Pick<GroupMapping, 'kind' | 'target'>>(
    'select distinct kind, target from group_mapping where owner_id = $1 and claim = any($2) and provider = any($3)',
    [ownerId, groups, [issuer, anyProvider]],
  )
  const targetsOf = (kind: GroupMapping['kind']) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  const before = { roles: member.roles.toSorted(), groups: await claimedGroups(client, ownerId, personId) }
  await replaceGroups(client, ownerId, personId, targetsOf('group'))
  const claimedBefore = new Set(member.claimed_roles)
  const byHand = new Set(member.roles.filter((role) => !claimedBefore.has(role)))
  const wanted = knownRoles(targetsOf('role'))
  const kept = await lastAdminRoles(client, ownerId, member, [...byHand, ...wanted])
  const given = [...new Set([...wanted, ...kept])]
  const roles = [...new Set([...byHand, ...given])].toSorted()
  const claimed = given.filter((role) => !byHand.has(role)).toSorted()
  await client.query(
    `update member set roles = $3, claimed_roles = $4, updated_at = now()
      where owner_id = $1 and person_id = $2 and (roles, claimed_roles) is distinct from ($3, $4)`,
    [ownerId, personId, roles, claimed],
  )
  await client.query(
    `update person set manager = 'manager' = any($3)
      where owner_id = $1 and id = $2 and manager <> ('manager' = any($3))`,
    [ownerId, personId, roles],
  )
  const after = { roles, groups: await claimedGroups(client, ownerId, personId) }
  const actor = { ...localPerson, id: personId, name: member.name, ownerId, roles: knownRoles(roles) }
  if (kept.length > 0)
    await recordAudit(client, { actor, action: 'member.claims', target: personId, before, after, outcome: 'refused' })
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await recordAudit(client, { actor, action: 'member.claims', target: personId, before, after, outcome: 'done' })
}

/** The claimed roles that the member keeps as the last active administrator; none where another one is left. */
async function lastAdminRoles(
  client: PoolClient,
  ownerId: string,
  member: MemberRow,
  roles: readonly string[],
): Promise<readonly Role[]> {
  const administering: readonly string[] = rolesWith('member.admin')
  const claimed = knownRoles(member.claimed_roles.filter((role) => administering.includes(role)))
  if (claimed.length === 0 || rolesPermit(roles, 'member.admin')) return []
  return (await hasOtherAdmin(client, ownerId, member)) ? [] : claimed
}

async function replaceGroups(
  client: PoolClient,
  ownerId: string,
  personId: string,
  groups: readonly string[],
): Promise<void> {
  await client.query(
    `delete from group_member where owner_id = $1 and person_id = $2 and source = 'oidc' and not group_id = any($3)`,
    [ownerId, personId, groups],
  )
  await client.query(
    `insert into group_member (owner_id, group_id, person_id, source)
     select owner_id, id, $2, 'oidc' from person_group where owner_id = $1 and id = any($3) on conflict do nothing`,
    [ownerId, personId, groups],
  )
}

async function claimedGroups(client: PoolClient, ownerId: string, personId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select group_id as id from group_member
      where owner_id = $1 and person_id = $2 and source = 'oidc' order by group_id`,
    [ownerId, personId],
  )
  return rows.map(({ id }) => id)
}
