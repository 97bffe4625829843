import type { PoolClient } from 'pg'
import { type Actor, localPerson, withRoles } from '#server/access/actor.ts'
import { permits } from '#server/access/may.ts'
import { knownRoles, type Role } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { installationOwner, unknownActor } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Accounts, Login } from '../accounts.ts'
import { addPerson } from './add-person.ts'
import { sha256OfToken } from './invite-token.ts'
import { findMember, lockMembers, requireGivable } from './membership.ts'

/** What an invitation tells the bearer of its link. */
export interface ShownInvite {
  readonly owner: string
  /** Finds the own provider of the owner. */
  readonly ownerId: string
  readonly email: string | null
  /** The name of the person of the directory who is invited; null for a new person. */
  readonly person: string | null
  readonly roles: readonly Role[]
  readonly invitedBy: string
  readonly expiresAt: string
  /** The account of the browser, and whether it may accept; null without one. */
  readonly login: { readonly email: string; readonly fits: boolean } | null
}

export interface AcceptedInvite {
  readonly ownerId: string
  readonly personId: string
  /** The address of the account, to log in with. */
  readonly email: string
}

/** A new account, the one of the request, or that of a login by a provider, which the transaction finds or makes. */
export type Accepting =
  | { readonly kind: 'account'; readonly email: string; readonly name: string; readonly password: string }
  | { readonly kind: 'login'; readonly login: Login }
  | {
      readonly kind: 'provider'
      readonly name: string
      /** The address that the provider vouches for. */
      readonly email: string | null
      /** The owner whose own provider it is, which vouches for nobody elsewhere; null for one of the installation. */
      readonly boundOwner: string | null
      account(client: PoolClient): Promise<{ readonly userId: string }>
    }

interface InviteRow {
  readonly owner_id: string
  readonly id: string
  readonly email: string | null
  readonly person_id: string | null
  readonly person_name: string | null
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly invited_by: string
  readonly invited_by_name: string
  readonly invited_by_user: string | null
  readonly expires_at: Date
  readonly is_expired: boolean
  readonly used_at: Date | null
  readonly revoked_at: Date | null
  readonly owner_name: string
  readonly owner_status: string
}

/** What the bearer of a link sees before accepting. Throws `NOT_FOUND`, `CONFLICT`. */
export async function showInvite(accounts: Accounts, token: string, login: Login | null): Promise<ShownInvite> {
  const invite = await getOpenInvite(accounts, token)
  return {
    owner: invite.owner_name,
    ownerId: invite.owner_id,
    email: invite.email,
    person: invite.person_name,
    roles: knownRoles(invite.roles),
    invitedBy: invite.invited_by_name,
    expiresAt: invite.expires_at.toISOString(),
    login: login && { email: login.email, fits: fits(invite, login) },
  }
}

/**
 * Makes the caller a member. One of many requests that race takes the invitation; a refusal leaves it open. Throws
 * `NOT_FOUND`, `CONFLICT`, `FORBIDDEN`, and the refusals of a new account.
 */
export async function acceptInvite(accounts: Accounts, token: string, by: Accepting): Promise<AcceptedInvite> {
  let invite: InviteRow | undefined
  try {
    const found = await getOpenInvite(accounts, token)
    invite = found
    requireFitting(found, by)
    return await inTransaction(accounts.pool, async (client) => {
      await lockMembers(client, found.owner_id)
      await take(client, found)
      await requireInviter(accounts, client, found)
      const account = await accountOf(accounts, client, by)
      const personId = await join(client, found, account)
      return { ownerId: found.owner_id, personId, email: account.email ?? '' }
    })
  } catch (error) {
    if (error instanceof ApiError) await noteRefusal(accounts, invite)
    throw error
  }
}

/** Whether the token is that of an invitation that can be accepted. */
export async function isOpenInvite(accounts: Accounts, token: string): Promise<boolean> {
  try {
    await getOpenInvite(accounts, token)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const unusable = 'This invitation is not valid. Ask for a new link.'

/** The invitation of the link, if it can still be accepted. */
async function getOpenInvite({ pool }: Accounts, token: string): Promise<InviteRow> {
  const { rows } = await pool.query<InviteRow>(
    `select i.*, i.expires_at <= now() as is_expired, p.name as person_name, o.name as owner_name, o.status as owner_status
       from invite i join "owner" o on o.id = i.owner_id
       left join person p on p.owner_id = i.owner_id and p.id = i.person_id
      where i.sha256 = $1`,
    [sha256OfToken(token)],
  )
  const [invite] = rows
  if (!invite || invite.revoked_at || invite.owner_status !== 'active')
    throw new ApiError('NOT_FOUND', unusable, 'token')
  if (invite.used_at) throw new ApiError('CONFLICT', 'This invitation has been accepted already.', 'token')
  if (invite.is_expired) throw new ApiError('CONFLICT', 'This invitation has expired. Ask for a new link.', 'token')
  return invite
}

const sameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

function fits({ email, owner_id }: InviteRow, login: Login): boolean {
  if (login.boundOwner !== null && login.boundOwner !== owner_id) return false
  return email === null || (login.isEmailProven && sameAddress(email, login.email))
}

async function accountOf(
  accounts: Accounts,
  client: PoolClient,
  by: Accepting,
): Promise<{ readonly userId: string; readonly name: string; readonly email: string | null }> {
  if (by.kind === 'login') return by.login
  const { name, email } = by
  return { name, email, ...(await (by.kind === 'provider' ? by.account(client) : accounts.create(client, by))) }
}

function requireFitting(invite: InviteRow, by: Accepting): void {
  const { boundOwner } = by.kind === 'login' ? by.login : by.kind === 'provider' ? by : { boundOwner: null }
  if (boundOwner !== null && boundOwner !== invite.owner_id)
    throw new ApiError('FORBIDDEN', 'Your login leads to another owner alone. Log out, then log in another way.')
  const isFitting =
    by.kind === 'login'
      ? fits(invite, by.login)
      : invite.email === null || (by.email !== null && sameAddress(invite.email, by.email))
  if (isFitting) return
  throw new ApiError(
    'FORBIDDEN',
    'This invitation is for another mail address. Log in with the account of that address, or ask for a new link.',
    'email',
  )
}

/** Refuses an invitation whose inviter could not give these roles any more. */
async function requireInviter(accounts: Accounts, client: PoolClient, invite: InviteRow): Promise<void> {
  const inviter = await inviterOf(accounts, client, invite)
  const refusal = new ApiError(
    'FORBIDDEN',
    `${invite.invited_by_name} may no longer invite people here. Ask for a new link.`,
  )
  if (!inviter || !permits(inviter, 'member.admin').allowed) throw refusal
  try {
    requireGivable(inviter, invite.roles)
  } catch {
    throw refusal
  }
}

/** The inviter with the roles of now; null for one who is gone. */
async function inviterOf(accounts: Accounts, client: PoolClient, invite: InviteRow): Promise<Actor | null> {
  const { owner_id: ownerId, invited_by: id, invited_by_user: userId } = invite
  const actor: Actor = { ...localPerson, id, ownerId, roles: [] }
  if (userId !== null)
    return (await accounts.isInstallationAdmin(client, userId))
      ? { ...actor, roles: ['admin'], isInstallationAdmin: true }
      : null
  const { rows } = await client.query<{ roles: string[] }>(
    `select roles from member where owner_id = $1 and person_id = $2 and status = 'active'`,
    [ownerId, id],
  )
  return rows[0] ? withRoles(actor, rows[0].roles) : null
}

/** Takes the invitation for this request: one of many that race gets it. */
async function take(client: PoolClient, { owner_id, id }: InviteRow): Promise<void> {
  const { rowCount } = await client.query(
    `update invite set used_at = now()
      where owner_id = $1 and id = $2 and used_at is null and revoked_at is null and expires_at > now()`,
    [owner_id, id],
  )
  if (rowCount === 0) throw new ApiError('CONFLICT', 'This invitation has been accepted already.', 'token')
}

async function join(
  client: PoolClient,
  invite: InviteRow,
  account: { readonly userId: string; readonly name: string },
): Promise<string> {
  const { owner_id: ownerId, roles } = invite
  const { rowCount: known } = await client.query('select from member where owner_id = $1 and user_id = $2', [
    ownerId,
    account.userId,
  ])
  if (known !== 0) throw new ApiError('CONFLICT', `You are a member of ${invite.owner_name} already.`)
  const { rowCount: isOpen } = await client.query(
    'update invite set used_by = $3 where owner_id = $1 and id = $2 and revoked_at is null',
    [ownerId, invite.id, account.userId],
  )
  if (isOpen === 0) throw new ApiError('NOT_FOUND', unusable, 'token')
  const personId = invite.person_id ?? (await addPerson(client, ownerId, account.name))
  if (await findMember(client, ownerId, personId))
    throw new ApiError('CONFLICT', 'The invited person can log in already. Ask for a new link.')
  const { rowCount: hasPerson } = await client.query(
    `update person set manager = 'manager' = any($3) where owner_id = $1 and id = $2`,
    [ownerId, personId, roles],
  )
  if (hasPerson === 0) throw new ApiError('NOT_FOUND', unusable, 'token')
  await client.query('insert into member (owner_id, person_id, user_id, roles) values ($1, $2, $3, $4)', [
    ownerId,
    personId,
    account.userId,
    roles,
  ])
  await client.query(
    `insert into group_member (owner_id, group_id, person_id)
     select owner_id, id, $2 from person_group where owner_id = $1 and id = any($3) on conflict do nothing`,
    [ownerId, personId, invite.groups],
  )
  await recordAudit(client, {
    actor: { ...localPerson, id: personId, name: account.name, ownerId, roles: knownRoles(roles) },
    action: 'invite.accept',
    target: invite.id,
    after: { personId, roles, groups: invite.groups },
    outcome: 'done',
  })
  return personId
}

async function noteRefusal({ pool }: Accounts, invite: InviteRow | undefined): Promise<void> {
  await recordAudit(pool, {
    actor: { ...unknownActor, ownerId: invite?.owner_id ?? installationOwner },
    action: 'invite.accept',
    target: invite?.id ?? 'unknown',
    outcome: 'refused',
  })
}
