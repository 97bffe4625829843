import type { ClientBase } from 'pg'
import { limits } from '#core/limits.ts'
import { type Actor, hasPermission } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { permissionsOfRole, type Role } from '#server/access/roles.ts'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Stores } from '../stores.ts'
import type { Service } from './models.ts'
import { refuseKeys, requireMember } from './refuse-keys.ts'

type ServiceChange = Pick<Service, 'id' | 'name' | 'roles'>

/** The services of the owner by name. Throws `FORBIDDEN`. */
export async function listServices({ pool }: Pick<Stores, 'pool'>, actor: Actor): Promise<readonly Service[]> {
  requirePermission(permits(actor, 'key.admin'))
  const { rows } = await pool.query<Service>(
    `select m.person_id as id, coalesce(p.name, m.person_id) as name, m.roles,
            (select count(*)::int from api_key k where k.owner_id = m.owner_id and k.person_id = m.person_id
                and k.revoked_at is null and k.expires_at > clock_timestamp()) as keys
       from member m left join person p on p.owner_id = m.owner_id and p.id = m.person_id
      where m.owner_id = $1 and m.kind = 'service' and m.status = 'active' order by name, id`,
    [actor.ownerId],
  )
  return rows
}

/**
 * Creates a service: a member without login, whose keys programs use. It is in the directory too, so that groups and
 * tasks can name it. Throws `FORBIDDEN`, `CONFLICT`, `TOO_LARGE`.
 */
export async function createService(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  { id, name, roles }: ServiceChange,
): Promise<Pick<Service, 'id'>> {
  requireServiceRights(actor, roles)
  return inTransaction(pool, async (client) => {
    await requireMember(client, actor)
    await refuseTooMany(client, actor.ownerId)
    const person = await client.query(
      'insert into person (owner_id, id, name) values ($1, $2, $3) on conflict do nothing',
      [actor.ownerId, id, name],
    )
    const member =
      person.rowCount === 1 &&
      (await client.query(
        `insert into member (owner_id, person_id, kind, roles) values ($1, $2, 'service', $3) on conflict do nothing`,
        [actor.ownerId, id, roles],
      ))
    if (!member || member.rowCount === 0) {
      throw new ApiError('CONFLICT', `The id ${id} is taken by a person or another service. Choose another one.`, 'id')
    }
    await recordAudit(client, { actor, action: 'service.create', target: id, after: { name, roles }, outcome: 'done' })
    return { id }
  })
}

/** Changes the name and the roles of a service; its keys follow at once. Throws `FORBIDDEN`, `NOT_FOUND`, `CONFLICT`. */
export async function changeService(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  { id, name, roles }: ServiceChange,
): Promise<Pick<Service, 'id'>> {
  requireServiceRights(actor, roles)
  return inTransaction(pool, async (client) => {
    await requireMember(client, actor)
    const before = await lockService(client, actor, id)
    await client.query('update member set roles = $3, updated_at = now() where owner_id = $1 and person_id = $2', [
      actor.ownerId,
      id,
      roles,
    ])
    await client.query(
      `insert into person (owner_id, id, name) values ($1, $2, $3)
       on conflict (owner_id, id) do update set name = excluded.name`,
      [actor.ownerId, id, name],
    )
    const after = { name, roles }
    await recordAudit(client, { actor, action: 'service.change', target: id, before, after, outcome: 'done' })
    return { id }
  })
}

/** Removes a service with its keys. Its runs and decisions stay. Throws `FORBIDDEN`, `NOT_FOUND`, `CONFLICT`. */
export async function removeService(
  { pool }: Pick<Stores, 'pool'>,
  actor: Actor,
  id: string,
): Promise<Pick<Service, 'id'>> {
  requireServiceRights(actor, [])
  return inTransaction(pool, async (client) => {
    await requireMember(client, actor)
    const before = await lockService(client, actor, id)
    await client.query('delete from member where owner_id = $1 and person_id = $2', [actor.ownerId, id])
    await client.query('delete from person where owner_id = $1 and id = $2', [actor.ownerId, id])
    await recordAudit(client, { actor, action: 'service.remove', target: id, before, outcome: 'done' })
    return { id }
  })
}

/** Nobody gives a service more than they have themselves, nor with a login that is not fresh. */
function requireServiceRights(actor: Actor, roles: readonly Role[]): void {
  refuseKeys(actor)
  requirePermission(permits(actor, 'key.admin'))
  requireFreshLogin(actor)
  const wider = roles.find((role) => !permissionsOfRole(role).every((permission) => hasPermission(actor, permission)))
  if (wider !== undefined) {
    throw new ApiError('BAD_REQUEST', `You do not have all permissions of the role ${wider} yourself.`, 'roles')
  }
}

async function lockService(
  client: ClientBase,
  { ownerId }: Actor,
  id: string,
): Promise<Pick<Service, 'name' | 'roles'>> {
  const { rows } = await client.query<Pick<Service, 'name' | 'roles'>>(
    `select coalesce(p.name, m.person_id) as name, m.roles
       from member m left join person p on p.owner_id = m.owner_id and p.id = m.person_id
      where m.owner_id = $1 and m.person_id = $2 and m.kind = 'service' and m.status = 'active' for no key update of m`,
    [ownerId, id],
  )
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such service.', 'id')
  return row
}

async function refuseTooMany(client: ClientBase, ownerId: string): Promise<void> {
  const { rows } = await client.query<{ services: number }>(
    `select count(*)::int as services from member where owner_id = $1 and kind = 'service' and status = 'active'`,
    [ownerId],
  )
  const services = rows[0]?.services ?? 0
  if (services >= limits.keys.services) {
    throw new ApiError('TOO_LARGE', `There are already ${services} services. Remove those that nobody uses.`)
  }
}
