import type { ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import type { Permission } from '#server/access/permissions.ts'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Stores } from '../stores.ts'
import { hashOfKey, newKey } from './key-text.ts'
import type { CreatedKey, NewKey } from './models.ts'
import { permissionsOfKeys } from './permissions-of-keys.ts'
import { refuseKeys, requireMember } from './refuse-keys.ts'

const insertKey = `insert into api_key
    (id, owner_id, person_id, name, hash, permissions, workflows, networks, created_by, expires_at, queues)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(days => $10), $11)
  returning expires_at as expires`

/**
 * Creates a key of the caller, or, for an administrator of keys, of a service. Throws `FORBIDDEN`, `LOGIN_TOO_OLD`,
 * `NOT_FOUND`, `BAD_REQUEST`, `CONFLICT`, `TOO_LARGE`.
 */
export async function createKey({ pool }: Pick<Stores, 'pool'>, actor: Actor, asked: NewKey): Promise<CreatedKey> {
  refuseKeys(actor)
  requirePermission(permits(actor, asked.serviceId === undefined ? 'key.own' : 'key.admin'))
  requireFreshLogin(actor)
  const permissions = checkedPermissions(actor, asked)
  const { id, text } = newKey()
  return inTransaction(pool, async (client) => {
    await requireMember(client, actor)
    const personId = await lockKeyHolder(client, actor, asked)
    await refuseTooMany(client, actor.ownerId, personId)
    const { workflows = null, queues = null, networks = [], days = limits.keys.days } = asked
    const { rows } = await client.query<{ expires: Date }>(insertKey, [
      id,
      actor.ownerId,
      personId,
      asked.name,
      hashOfKey(text),
      permissions,
      workflows,
      networks,
      actor.id,
      days,
      queues,
    ])
    const after = { personId, name: asked.name, permissions, workflows, queues, networks, days }
    await recordAudit(client, { actor, action: 'key.create', target: id, after, outcome: 'done' })
    return { id, key: text, expiresAt: (rows[0]?.expires ?? new Date(0)).toISOString() }
  })
}

/** The permissions as stored. To see any run includes to see one run by its id. */
function checkedPermissions(actor: Actor, { permissions, workflows }: NewKey): readonly Permission[] {
  const possible = permissionsOfKeys(workflows !== undefined)
  for (const permission of permissions) {
    if (!hasPermission(actor, permission)) {
      throw new ApiError(
        'BAD_REQUEST',
        `You do not have the permission ${permission} yourself. Leave it out.`,
        'permissions',
      )
    }
    if (possible.includes(permission)) continue
    const which = permissionsOfKeys(false).includes(permission) ? 'limited to workflows ' : ''
    throw new ApiError(
      'BAD_REQUEST',
      `No API key ${which}can have the permission ${permission}. Leave it out.`,
      'permissions',
    )
  }
  const all = permissions.includes('run.read') ? [...permissions, 'run.view' as const] : permissions
  return [...new Set(all)]
}

/** The id of the member who gets the key. The lock makes concurrent requests count one after the other. */
async function lockKeyHolder(client: ClientBase, actor: Actor, { serviceId }: NewKey): Promise<string> {
  const personId = serviceId ?? actor.id
  const { rowCount } = await client.query(
    `select from member where owner_id = $1 and person_id = $2 and status = 'active' and ($3 or kind = 'service') for no key update`,
    [actor.ownerId, personId, serviceId === undefined],
  )
  if (rowCount === 0) throw new ApiError('NOT_FOUND', 'There is no such service.', 'serviceId')
  return personId
}

async function refuseTooMany(client: ClientBase, ownerId: string, personId: string): Promise<void> {
  const { rows } = await client.query<{ keys: number }>(
    `select count(*)::int as keys from api_key
      where owner_id = $1 and person_id = $2 and revoked_at is null and expires_at > clock_timestamp()`,
    [ownerId, personId],
  )
  const keys = rows[0]?.keys ?? 0
  if (keys >= limits.keys.perMember) {
    throw new ApiError('TOO_LARGE', `There are already ${keys} API keys. Revoke those that nobody uses.`)
  }
}
