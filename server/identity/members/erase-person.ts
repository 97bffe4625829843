import type { Pool, PoolClient } from 'pg'
import { erasedName } from '#core/people/erase-name.ts'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { rolesPermit } from '#server/access/roles.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { revokeSessions } from '../sessions.ts'
import type { MemberStores } from './change-member.ts'
import { findMember, lockMembers, requireOtherAdmin } from './membership.ts'

export interface ErasedPerson {
  readonly personId: string
  /** The account is gone; false where it is a member of another owner, or there was none. */
  readonly accountRemoved: boolean
}

interface Request {
  readonly personId: string
  /** The id once more, as the caller has typed it. */
  readonly confirmation: string
}

/**
 * Erases a person of the actor's owner: the name and the mail address go, the id stays in what the person has done.
 * Login, sessions, keys, groups, mails and alerts of the person are removed here; an engine then erases the name from
 * runs and tasks (`server/operations/erasure`). It cannot be undone. Throws `FORBIDDEN`, `LOGIN_TOO_OLD`, `NOT_FOUND`,
 * `INVALID_INPUT`, `CONFLICT`.
 */
export async function erasePerson(
  stores: MemberStores,
  actor: Actor,
  { personId, confirmation }: Request,
): Promise<ErasedPerson> {
  if (actor.key) throw new ApiError('FORBIDDEN', 'API keys cannot erase people. Log in to do so.')
  requirePermission(permits(actor, 'installation.admin'))
  requireFreshLogin(actor)
  if (confirmation !== personId)
    throw new ApiError(
      'INVALID_INPUT',
      `Enter ${personId} to confirm that this person is to be erased.`,
      'confirmation',
    )
  if (actor.id === personId) throw new ApiError('CONFLICT', 'Another administrator has to erase you.', 'personId')
  return eraseNow(stores, actor, personId)
}

/** Erases a person for the operator of the machine, whose rights are those of the database. Throws as `erasePerson`. */
export async function eraseNow(stores: MemberStores, actor: Actor, personId: string): Promise<ErasedPerson> {
  const { ownerId } = actor
  const accountPool = stores.accounts?.pool ?? stores.pool
  const known = await findKnown(stores.pool, accountPool, ownerId, personId)
  // What is addressed to the person goes first: afterwards nobody knows the addresses.
  await inTransaction(stores.pool, (client) => removeAddressed(client, ownerId, personId, known.addresses))
  return inTransaction(accountPool, async (client) => {
    await lockMembers(client, ownerId)
    const member = await findMember(client, ownerId, personId)
    if (member?.status === 'active' && rolesPermit(member.roles, 'member.admin'))
      await requireOtherAdmin(client, ownerId, member)
    await removeMembership(client, ownerId, personId, member?.user_id ?? null, known.addresses)
    // Local mode has no sessions, and its people no accounts.
    if (stores.accounts && member?.user_id) await revokeSessions(client, member.user_id, ownerId)
    const accountRemoved = stores.accounts !== undefined && (await removeAccount(client, member?.user_id ?? null))
    await client.query(
      `insert into erased_person (owner_id, person_id, asked_by) values ($1, $2, $3)
       on conflict (owner_id, person_id) do update
         set asked_by = excluded.asked_by, asked_at = excluded.asked_at, rounds = 0, cursor = null, held = '{}', done_at = null`,
      [ownerId, personId, actor.id],
    )
    await recordAudit(client, { actor, action: 'person.erase', target: personId, outcome: 'done' })
    return { personId, accountRemoved }
  })
}

/** The addresses of the person. Also a person who was removed before may be erased, if something knows the id. */
async function findKnown(
  pool: Pool,
  accountPool: Pool,
  ownerId: string,
  personId: string,
): Promise<{ readonly addresses: readonly string[] }> {
  const { rows } = await pool.query<{ email: string | null; user: string | null; isKnown: boolean }>(
    `select (select email from person where owner_id = $1 and id = $2) as email,
       (select user_id from member where owner_id = $1 and person_id = $2) as "user",
       exists (select from person where owner_id = $1 and id = $2)
         or exists (select from erased_person where owner_id = $1 and person_id = $2)
         or exists (select from audit where owner_id = $1 and actor_id = $2)
         or exists (select from run where owner_id = $1 and created_by = $2) as "isKnown"`,
    [ownerId, personId],
  )
  const [found] = rows
  if (!found?.isKnown) throw new ApiError('NOT_FOUND', `There is no person ${personId}.`, 'personId')
  const { rows: accounts } =
    found.user === null
      ? { rows: [] }
      : await accountPool.query<{ email: string }>('select "email" from "user" where "id" = $1', [found.user])
  return { addresses: [found.email, accounts[0]?.email].filter((each) => each !== null && each !== undefined) }
}

async function removeAddressed(
  client: PoolClient,
  ownerId: string,
  personId: string,
  addresses: readonly string[],
): Promise<void> {
  const lower = addresses.map((address) => address.toLowerCase())
  await client.query(
    `update alert_rule set people = array_remove(people, $2),
       addresses = array(select a from unnest(addresses) a where not lower(a) = any($3))
      where owner_id = $1 and ($2 = any(people) or exists (select from unnest(addresses) a where lower(a) = any($3)))`,
    [ownerId, personId, lower],
  )
  await client.query(
    `delete from alert_message where owner_id = $1
      and ((channel = 'person' and receiver = $2) or (channel = 'address' and lower(receiver) = any($3)))`,
    [ownerId, personId, lower],
  )
}

async function removeMembership(
  client: PoolClient,
  ownerId: string,
  personId: string,
  userId: string | null,
  addresses: readonly string[],
): Promise<void> {
  await client.query('delete from member where owner_id = $1 and person_id = $2', [ownerId, personId])
  await client.query('delete from person where owner_id = $1 and id = $2', [ownerId, personId])
  await client.query(
    `update invite set email = null where owner_id = $1
      and (person_id = $2 or used_by in ($2, $3) or lower(email) = any($4))`,
    [ownerId, personId, userId, addresses.map((address) => address.toLowerCase())],
  )
  await client.query('update invite set invited_by_name = $3 where owner_id = $1 and invited_by = $2', [
    ownerId,
    personId,
    erasedName,
  ])
  await client.query('update owner_entry set name = $3 where owner_id = $1 and user_id = $2', [
    ownerId,
    userId,
    erasedName,
  ])
}

/** Removes the account with its sessions and credentials, unless it is a member of another owner. */
async function removeAccount(client: PoolClient, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const { rowCount: memberships } = await client.query('select from member where user_id = $1 limit 1', [userId])
  if (memberships !== 0) return false
  await client.query('update owner_entry set name = $2 where user_id = $1', [userId, erasedName])
  await client.query(
    `delete from provider_logout o using account a
      where a."userId" = $1 and a."providerId" = o.issuer and a."accountId" = o.subject`,
    [userId],
  )
  await client.query('delete from verification where "value" = $1', [userId])
  const { rowCount } = await client.query('delete from "user" where "id" = $1', [userId])
  return rowCount === 1
}
