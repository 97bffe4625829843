import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../api-error.ts'
import type { Stores } from '../stores.ts'
import type { ApiKey } from './models.ts'
import { permissionsInForce } from './permissions-of-keys.ts'

interface Row extends Omit<ApiKey, 'permissions' | 'createdAt' | 'expiresAt' | 'lastUsedAt'> {
  readonly permissions: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

const selectKeys = `select k.id, k.name, k.person_id as "personId", coalesce(p.name, k.person_id) as "personName", m.kind,
    k.permissions, k.workflows, k.queues, k.networks, k.created_by as "createdBy", k.created_at as "createdAt",
    k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.last_used_address as "lastUsedAddress",
    case when k.revoked_at is not null then 'revoked' when k.expires_at <= clock_timestamp() then 'expired' else 'active' end as state
  from api_key k
  join member m on m.owner_id = k.owner_id and m.person_id = k.person_id
  left join person p on p.owner_id = k.owner_id and p.id = k.person_id`

/** More rows than any list needs: keys in force are bounded by member, and the latest of those that ended follow. */
const MOST_ROWS = 1_000

/**
 * The keys of the caller or, for an administrator of keys, of all members and services of the owner: keys in force first,
 * then the newest. Throws `FORBIDDEN`.
 */
export async function listKeys(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  { of }: { readonly of: 'mine' | 'all' },
): Promise<readonly ApiKey[]> {
  requirePermission(permits(actor, of === 'all' ? 'key.admin' : 'key.own'))
  const { rows } = await pool.query<Row>(
    `${selectKeys} where k.owner_id = $1 and ($2::text is null or k.person_id = $2)
      order by (k.revoked_at is null and k.expires_at > clock_timestamp()) desc, k.created_at desc, k.id limit ${MOST_ROWS}`,
    [actor.ownerId, of === 'all' ? null : actor.id],
  )
  return rows.map(describeKey)
}

/** The key of the request itself. Throws `NOT_FOUND` for a request without one. */
export async function getCurrentKey({ pool }: Pick<Stores, 'pool'>, { ownerId, key }: Actor): Promise<ApiKey> {
  const { rows } = await pool.query<Row>(`${selectKeys} where k.owner_id = $1 and k.id = $2`, [
    ownerId,
    key?.id ?? null,
  ])
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'This request has no API key.')
  return describeKey(row)
}

function describeKey(row: Row): ApiKey {
  return {
    ...row,
    permissions: permissionsInForce(row.permissions, row.workflows !== null),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }
}
