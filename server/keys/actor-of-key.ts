import { timingSafeEqual } from 'node:crypto'
import type { Actor } from '#server/access/actor.ts'
import { knownRoles } from '#server/access/roles.ts'
import { ApiError } from '../api-error.ts'
import { requestAddress } from '../request-address.ts'
import type { Stores } from '../stores.ts'
import { containsKey, hashOfKey, type KeyText, readKey } from './key-text.ts'
import { liesIn } from './networks.ts'
import { permissionsInForce } from './permissions-of-keys.ts'

interface KeyRow {
  readonly hash: string
  readonly permissions: readonly string[]
  readonly workflows: readonly string[] | null
  readonly queues: readonly string[] | null
  readonly networks: readonly string[]
  readonly isAlive: boolean
  readonly wasJustUsed: boolean
  readonly ownerId: string
  readonly region: string
  readonly personId: string
  readonly name: string
  readonly kind: 'person' | 'service'
  readonly roles: readonly string[]
  readonly groups: readonly string[]
}

/** The key with its member as they are now. The use of a key is stored once in a minute of the clock. */
const findKey = `select k.hash, k.permissions, k.workflows, k.queues, k.networks,
    k.revoked_at is null and k.expires_at > clock_timestamp() and m.status = 'active' and o.status = 'active' as "isAlive",
    coalesce(k.last_used_at >= date_trunc('minute', clock_timestamp()), false) as "wasJustUsed",
    m.owner_id as "ownerId", o.region, m.person_id as "personId", coalesce(p.name, m.person_id) as name, m.kind, m.roles,
    array(select g.group_id from group_member g
      where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
  from api_key k
  join member m on m.owner_id = k.owner_id and m.person_id = k.person_id
  join "owner" o on o.id = m.owner_id
  left join person p on p.owner_id = m.owner_id and p.id = m.person_id
  where k.id = $1`

const noteUse = `update api_key set last_used_at = date_trunc('minute', clock_timestamp()), last_used_address = $2
  where id = $1`

/**
 * The actor of a request with an API key: the member who has the key, with the roles and groups of now. Null without an
 * `Authorization` header. Throws `BAD_REQUEST` for a key in a wrong place, and `UNAUTHENTICATED` for any key that is not
 * in force, without telling why. The stores must not be bound to an owner: the key tells the owner.
 */
export async function actorOfKey({ pool }: Pick<Stores, 'pool'>, request: Request): Promise<Actor | null> {
  refuseKeyInAddress(request)
  const header = request.headers.get('authorization')
  if (header === null) return null
  if (request.headers.has('cookie')) {
    throw new ApiError('BAD_REQUEST', 'Send either an API key or a cookie, not both.')
  }
  const key = readKey(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '')
  const address = requestAddress(request)
  if (!key) throw notInForce()
  const row = await findRow({ pool }, key)
  if (!row?.isAlive || (row.networks.length > 0 && !liesIn(row.networks, address))) throw notInForce()
  if (!row.wasJustUsed) await pool.query(noteUse, [key.id, address])
  return describeActor(key.id, row)
}

/** Refuses a key in an address: addresses are stored in logs and histories. */
export function refuseKeyInAddress({ url }: Pick<Request, 'url'>): void {
  if (!containsKey(url)) return
  throw new ApiError(
    'BAD_REQUEST',
    'An API key must not be part of an address. Revoke this key, and send the new one as Authorization: Bearer.',
  )
}

async function findRow({ pool }: Pick<Stores, 'pool'>, { id, text }: KeyText): Promise<KeyRow | null> {
  const { rows } = await pool.query<KeyRow>({ name: 'key', text: findKey, values: [id] })
  const [row] = rows
  // The comparison takes place for an unknown id, too, so that its time tells nothing.
  const isRight = timingSafeEqual(Buffer.from(hashOfKey(text)), Buffer.from(row?.hash ?? hashOfKey('')))
  return row && isRight ? row : null
}

function describeActor(id: string, row: KeyRow): Actor {
  return {
    id: row.personId,
    name: row.name,
    ownerId: row.ownerId,
    dataRegion: row.region,
    groups: row.groups,
    roles: knownRoles(row.roles),
    kind: row.kind,
    key: {
      id,
      permissions: permissionsInForce(row.permissions, row.workflows !== null),
      ...(row.workflows !== null && { workflows: row.workflows }),
      ...(row.queues !== null && { queues: row.queues }),
    },
  }
}

function notInForce(): ApiError {
  return new ApiError(
    'UNAUTHENTICATED',
    'This API key is not in force. Use another one, or create a new one under Settings, API keys.',
  )
}
