import type { Pool, PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { MemberStores } from '../members/change-member.ts'
import { type CreatedInvite, insertInvite } from '../members/invites.ts'

/** An owner, as an administrator of the installation sees it: nothing of what it has. */
export interface OwnerSummary {
  readonly id: string
  readonly name: string
  readonly region: string
  readonly status: 'active' | 'suspended'
  readonly members: number
  readonly createdAt: string
}

export interface NewOwner {
  readonly id: string
  readonly name: string
  readonly region: string
  /** The only address that the invitation of the first administrator is for. */
  readonly email?: string | undefined
}

/** All owners of the installation, by name. */
export async function listOwners(pool: Pool): Promise<readonly OwnerSummary[]> {
  const { rows } = await pool.query<{
    id: string
    name: string
    region: string
    status: OwnerSummary['status']
    members: number
    created_at: Date
  }>(
    `select o.id, o.name, o.region, o.status, o.created_at,
            (select count(*)::int from member m where m.owner_id = o.id and m.status = 'active') as members
       from "owner" o order by lower(o.name), o.id limit $1`,
    [limits.members.owners],
  )
  return rows.map(({ created_at, ...owner }) => ({ ...owner, createdAt: created_at.toISOString() }))
}

export async function nameOfOwner(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select name from "owner" where id = $1', [id])
  return rows[0]?.name ?? id
}

/** A new owner, with the invitation of its first administrator. Throws `FORBIDDEN`, `CONFLICT`, `TOO_LARGE`. */
export function createOwner(pool: Pool, actor: Actor, { id, name, region, email }: NewOwner): Promise<CreatedInvite> {
  return changeOwners(pool, actor, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from "owner"')
    if ((rows[0]?.count ?? 0) >= limits.members.owners)
      throw new ApiError('TOO_LARGE', `There are already ${rows[0]?.count} owners.`, 'id')
    const { rowCount } = await client.query(
      'insert into "owner" (id, name, region) values ($1, $2, $3) on conflict do nothing',
      [id, name, region],
    )
    if (rowCount === 0) throw new ApiError('CONFLICT', `There is an owner ${id} already. Choose another id.`, 'id')
    const within = asAdministratorOf(actor, id)
    await recordAudit(client, {
      actor: within,
      action: 'owner.create',
      target: id,
      after: { name, region },
      outcome: 'done',
    })
    return insertInvite(client, within, { email, roles: ['admin'], groups: [] })
  })
}

export function renameOwner(pool: Pool, actor: Actor, id: string, name: string): Promise<{ readonly id: string }> {
  return changeOwner(pool, actor, id, { action: 'owner.rename', column: 'name', value: name })
}

/** Nobody can use a suspended owner until it is resumed; its runs go on. Throws `CONFLICT` for the actor's own. */
export async function suspendOwner(
  { pool, accounts }: MemberStores,
  actor: Actor,
  id: string,
): Promise<{ readonly id: string }> {
  if (id === actor.ownerId)
    throw new ApiError('CONFLICT', 'You are in this owner. Switch to another one before you suspend it.', 'id')
  return changeOwner(pool, actor, id, {
    action: 'owner.suspend',
    column: 'status',
    value: 'suspended',
    afterwards: async (client) => accounts?.endSessionsIn(client, id),
  })
}

export function resumeOwner(pool: Pool, actor: Actor, id: string): Promise<{ readonly id: string }> {
  return changeOwner(pool, actor, id, { action: 'owner.resume', column: 'status', value: 'active' })
}

interface OwnerChange {
  readonly action: string
  readonly column: 'name' | 'status'
  readonly value: string
  /** What follows in the same transaction. */
  readonly afterwards?: (client: PoolClient) => Promise<void>
}

function changeOwner(
  pool: Pool,
  actor: Actor,
  id: string,
  { action, column, value, afterwards }: OwnerChange,
): Promise<{ readonly id: string }> {
  return changeOwners(pool, actor, async (client) => {
    const { rows } = await client.query<{ before: string }>(
      `select ${column} as before from "owner" where id = $1 for update`,
      [id],
    )
    if (!rows[0]) throw new ApiError('NOT_FOUND', `There is no owner ${id}.`, 'id')
    await client.query(`update "owner" set ${column} = $2 where id = $1`, [id, value])
    await afterwards?.(client)
    await recordAudit(client, {
      actor: asAdministratorOf(actor, id),
      action,
      target: id,
      before: { [column]: rows[0].before },
      after: { [column]: value },
      outcome: 'done',
    })
    return { id }
  })
}

async function changeOwners<Result>(
  pool: Pool,
  actor: Actor,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  if (actor.key) throw new ApiError('FORBIDDEN', 'API keys cannot change owners. Log in to do so.')
  requirePermission(permits(actor, 'installation.admin'))
  requireFreshLogin(actor)
  return inTransaction(pool, work)
}

/** The administrator of the installation within an owner: the rows of its audit are the owner's. */
export function asAdministratorOf(actor: Actor, ownerId: string): Actor {
  const id = actor.login ? administratorId(actor.login.userId) : actor.id
  return { ...actor, id, ownerId, groups: [], roles: ['admin'] }
}

/** No person has such an id: those of the directory contain no colon. */
export const administratorId = (userId: string): string => `installation:${userId}`
