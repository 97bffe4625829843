import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Accounts } from '../accounts.ts'
import { asAdministratorOf } from './owners.ts'

/** An owner that the account is a member of. */
export interface MyOwner {
  readonly id: string
  readonly name: string
  readonly isCurrent: boolean
}

/** A time for which an administrator of the installation is, or was, in an owner. */
export interface OwnerEntry {
  readonly id: string
  readonly name: string
  readonly reason: string
  readonly enteredAt: string
  readonly until: string
  readonly isActive: boolean
  /** The entry of the request's own session. */
  readonly isMe: boolean
}

/** The owners that an account may act in, by name. */
export async function membersOf(
  pool: Pool,
  userId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `select o.id, o.name from member m join "owner" o on o.id = m.owner_id and o.status = 'active'
      where m.user_id = $1 and m.status = 'active' and m.kind = 'person' order by lower(o.name), o.id limit $2`,
    [userId, limits.members.owners],
  )
  return rows
}

export async function listMyOwners(accounts: Accounts | undefined, actor: Actor): Promise<readonly MyOwner[]> {
  if (!accounts || !actor.login) return []
  const all = await membersOf(accounts.pool, actor.login.userId)
  const owners = actor.login.isBound ? all.filter(({ id }) => id === actor.ownerId) : all
  return owners.map((owner) => ({ ...owner, isCurrent: owner.id === actor.ownerId }))
}

/** The session acts in another owner of its account from now on. Throws `NOT_FOUND`, and `FORBIDDEN` for one that is bound. */
export async function chooseOwner(
  accounts: Accounts | undefined,
  actor: Actor,
  ownerId: string,
): Promise<{ readonly ownerId: string }> {
  const { known, login } = ofLogin(accounts, actor)
  if (login.isBound && ownerId !== actor.ownerId)
    throw new ApiError(
      'FORBIDDEN',
      'Your login leads to this owner alone. Log out, then log in another way.',
      'ownerId',
    )
  const owners = await membersOf(known.pool, login.userId)
  if (!owners.some(({ id }) => id === ownerId))
    throw new ApiError('NOT_FOUND', `You are no member of an owner ${ownerId}.`, 'ownerId')
  await inTransaction(known.pool, async (client) => {
    await client.query('update owner_entry set until = now() where session_id = $1 and until > now()', [
      login.sessionId,
    ])
    await known.setOwner(client, login.sessionId, ownerId)
    await known.keepOwner(client, login.userId, ownerId)
    await recordAudit(client, { actor, action: 'owner.choose', target: ownerId, outcome: 'done' })
  })
  return { ownerId }
}

/**
 * Enters an owner as administrator of the installation, for an hour and for a reason that its members see. Throws
 * `FORBIDDEN`, `NOT_FOUND`, `CONFLICT`.
 */
export async function enterOwner(
  accounts: Accounts | undefined,
  actor: Actor,
  { ownerId, reason }: { readonly ownerId: string; readonly reason: string },
): Promise<{ readonly ownerId: string; readonly until: string }> {
  requirePermission(permits(actor, 'installation.admin'))
  requireFreshLogin(actor)
  const { known, login } = ofLogin(accounts, actor)
  return inTransaction(known.pool, async (client) => {
    const { rows: owners } = await client.query<{ name: string; status: string }>(
      'select name, status from "owner" where id = $1',
      [ownerId],
    )
    if (!owners[0]) throw new ApiError('NOT_FOUND', `There is no owner ${ownerId}.`, 'ownerId')
    if (owners[0].status !== 'active')
      throw new ApiError('CONFLICT', `${owners[0].name} is suspended. Resume it before you enter it.`, 'ownerId')
    await client.query('update owner_entry set until = now() where session_id = $1 and until > now()', [
      login.sessionId,
    ])
    const { rows } = await client.query<{ until: Date }>(
      `insert into owner_entry (owner_id, session_id, user_id, name, reason, until)
       values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) returning until`,
      [ownerId, login.sessionId, login.userId, actor.name, reason, limits.members.entryMinutes],
    )
    await known.setOwner(client, login.sessionId, ownerId)
    await recordAudit(client, {
      actor: asAdministratorOf(actor, ownerId),
      action: 'owner.enter',
      target: ownerId,
      after: { reason },
      outcome: 'done',
    })
    return { ownerId, until: (rows[0]?.until ?? new Date()).toISOString() }
  })
}

/** Ends the entry of the session: it acts in an owner of its account again. */
export async function leaveOwner(accounts: Accounts | undefined, actor: Actor): Promise<{ readonly left: boolean }> {
  const { known, login } = ofLogin(accounts, actor)
  return inTransaction(known.pool, async (client) => {
    const { rows } = await client.query<{ owner_id: string }>(
      'update owner_entry set until = now() where session_id = $1 and until > now() returning owner_id',
      [login.sessionId],
    )
    if (!rows[0]) return { left: false }
    await known.setOwner(client, login.sessionId, null)
    await recordAudit(client, {
      actor: asAdministratorOf(actor, rows[0].owner_id),
      action: 'owner.leave',
      target: rows[0].owner_id,
      outcome: 'done',
    })
    return { left: true }
  })
}

/** The latest entries of administrators of the installation into the actor's owner, for its members. */
export async function listEntries(pool: Pool, actor: Actor): Promise<readonly OwnerEntry[]> {
  const { rows } = await pool.query<{
    id: string
    name: string
    reason: string
    entered_at: Date
    until: Date
    is_active: boolean
    is_me: boolean
  }>(
    `select id, name, reason, entered_at, until, until > now() as is_active, session_id is not distinct from $3 as is_me from owner_entry
      where owner_id = $1 order by entered_at desc, id limit $2`,
    [actor.ownerId, limits.members.entriesShown, actor.login?.sessionId ?? null],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    reason: row.reason,
    enteredAt: row.entered_at.toISOString(),
    until: row.until.toISOString(),
    isActive: row.is_active,
    isMe: row.is_me,
  }))
}

function ofLogin(accounts: Accounts | undefined, { login }: Actor) {
  if (!accounts || !login)
    throw new ApiError('CONFLICT', 'Owners can be chosen after a login only. Start Heddle with HEDDLE_AUTH=on.')
  return { known: accounts, login }
}
