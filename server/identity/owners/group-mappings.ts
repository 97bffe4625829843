import type { ClientBase, Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { changeMembers, requireGivable } from '../members/membership.ts'

/** Two providers may call different groups by one name: a mapping for any of them is to be chosen, not forgotten. */
export const anyProvider = '*'

/** What a value of the groups claim of an OIDC login gives: membership of a group, or a role. */
export interface GroupMapping {
  /** The issuer whose claims it is about; `*` is any provider. */
  readonly provider: string
  readonly claim: string
  readonly kind: 'group' | 'role'
  readonly target: string
}

export async function listMappings(pool: Pool, actor: Actor): Promise<readonly GroupMapping[]> {
  const { rows } = await pool.query<GroupMapping>(
    'select provider, claim, kind, target from group_mapping where owner_id = $1 order by claim, kind, target, provider',
    [actor.ownerId],
  )
  return rows
}

/**
 * Adds a mapping; it is applied at the next login of each member. `issuers`: those of the providers by which members log
 * in. Throws `FORBIDDEN`, `NOT_FOUND`, `TOO_LARGE`.
 */
export function saveMapping(
  pool: Pool,
  actor: Actor,
  mapping: GroupMapping,
  issuers: readonly string[],
): Promise<GroupMapping> {
  return changeMembers(pool, actor, async (client, current) => {
    if (mapping.provider !== anyProvider && !issuers.includes(mapping.provider))
      throw new ApiError('NOT_FOUND', 'Nobody logs in by this provider. Choose another one.', 'provider')
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
      'insert into group_mapping (owner_id, provider, claim, kind, target) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [ownerId, mapping.provider, mapping.claim, mapping.kind, mapping.target],
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
  { provider, claim, kind, target }: GroupMapping,
): Promise<{ readonly removed: boolean }> {
  return changeMembers(pool, actor, async (client, current) => {
    const { rowCount } = await client.query(
      'delete from group_mapping where owner_id = $1 and claim = $2 and kind = $3 and target = $4 and provider = $5',
      [current.ownerId, claim, kind, target, provider],
    )
    if (rowCount !== 0) {
      const before = { provider, claim, kind, target }
      await recordAudit(client, { actor: current, action: 'mapping.remove', target: claim, before, outcome: 'done' })
    }
    return { removed: rowCount !== 0 }
  })
}

async function requireGroup(client: ClientBase, ownerId: string, id: string): Promise<void> {
  const { rowCount } = await client.query('select from person_group where owner_id = $1 and id = $2', [ownerId, id])
  if (rowCount === 0) throw new ApiError('NOT_FOUND', `There is no group ${id}. Add it first.`, 'target')
}
