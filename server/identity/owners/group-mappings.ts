import type { ClientBase, Pool, PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { knownRoles } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { changeMembers, findMember, requireGivable } from '../members/membership.ts'

/** What a value of the groups claim of an OIDC login gives: membership of a group, or a role. */
export interface GroupMapping {
  readonly claim: string
  readonly kind: 'group' | 'role'
  readonly target: string
}

export async function listMappings(pool: Pool, actor: Actor): Promise<readonly GroupMapping[]> {
  const { rows } = await pool.query<GroupMapping>(
    'select claim, kind, target from group_mapping where owner_id = $1 order by claim, kind, target',
    [actor.ownerId],
  )
  return rows
}

/** Adds a mapping; it is applied at the next login of each member. Throws `FORBIDDEN`, `NOT_FOUND`, `TOO_LARGE`. */
export function saveMapping(pool: Pool, actor: Actor, mapping: GroupMapping): Promise<GroupMapping> {
  return changeMembers(pool, actor, async (client, current) => {
    const { ownerId } = current
    if (mapping.kind === 'role') requireGivable(current, [mapping.target])
    else await requireGroup(client, ownerId, mapping.target)
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from group_mapping where owner_id = $1',
      [ownerId],
    )
    if ((rows[0]?.count ?? 0) >= limits.members.mappings)
      throw new ApiError('TOO_LARGE', `There are already ${rows[0]?.count} mappings. Remove unused ones.`)
    await client.query(
      'insert into group_mapping (owner_id, claim, kind, target) values ($1, $2, $3, $4) on conflict do nothing',
      [ownerId, mapping.claim, mapping.kind, mapping.target],
    )
    await recordAudit(client, {
      actor: current,
      action: 'mapping.save',
      target: mapping.claim,
      after: mapping,
      outcome: 'done',
    })
    return mapping
  })
}

/** Removes a mapping; what it has given goes at the next login of each member. */
export function removeMapping(
  pool: Pool,
  actor: Actor,
  { claim, kind, target }: GroupMapping,
): Promise<{ readonly removed: boolean }> {
  return changeMembers(pool, actor, async (client, current) => {
    const { rowCount } = await client.query(
      'delete from group_mapping where owner_id = $1 and claim = $2 and kind = $3 and target = $4',
      [current.ownerId, claim, kind, target],
    )
    if (rowCount !== 0) {
      const before = { claim, kind, target }
      await recordAudit(client, { actor: current, action: 'mapping.remove', target: claim, before, outcome: 'done' })
    }
    return { removed: rowCount !== 0 }
  })
}

async function requireGroup(client: ClientBase, ownerId: string, id: string): Promise<void> {
  const { rowCount } = await client.query('select from person_group where owner_id = $1 and id = $2', [ownerId, id])
  if (rowCount === 0) throw new ApiError('NOT_FOUND', `There is no group ${id}. Add it first.`, 'target')
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
 * Replaces what the claims of the last login have given to a member, in the transaction of the login. Memberships and
 * roles that were given by hand stay.
 */
export async function applyClaims(
  client: PoolClient,
  { ownerId, personId }: { readonly ownerId: string; readonly personId: string },
  claims: readonly string[],
): Promise<void> {
  const { rows } = await client.query<Pick<GroupMapping, 'kind' | 'target'>>(
    'select distinct kind, target from group_mapping where owner_id = $1 and claim = any($2)',
    [ownerId, claims],
  )
  const targetsOf = (kind: GroupMapping['kind']) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  const groups = targetsOf('group')
  await client.query(
    `delete from group_member where owner_id = $1 and person_id = $2 and source = 'oidc' and not group_id = any($3)`,
    [ownerId, personId, groups],
  )
  await client.query(
    `insert into group_member (owner_id, group_id, person_id, source)
     select owner_id, id, $2, 'oidc' from person_group where owner_id = $1 and id = any($3) on conflict do nothing`,
    [ownerId, personId, groups],
  )
  const member = await findMember(client, ownerId, personId)
  if (!member) return
  const claimedBefore = new Set(member.claimed_roles)
  const byHand = new Set(member.roles.filter((role) => !claimedBefore.has(role)))
  const given = knownRoles(targetsOf('role'))
  await client.query(
    'update member set roles = $3, claimed_roles = $4, updated_at = now() where owner_id = $1 and person_id = $2',
    [
      ownerId,
      personId,
      [...new Set([...byHand, ...given])].toSorted(),
      given.filter((role) => !byHand.has(role)).toSorted(),
    ],
  )
}
