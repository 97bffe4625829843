import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { localPerson } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Identity } from '../identity.ts'
import { acceptInvite } from '../members/accept-invite.ts'
import { addPerson } from '../members/add-person.ts'
import { lockMembers } from '../members/membership.ts'
import { addressOf } from './hidden-address.ts'
import { LoginRefused } from './login-refused.ts'
import type { ProviderClient } from './provider-client.ts'
import type { ProviderIdentity } from './read-claims.ts'

/** Distinguishes this lock from other advisory locks. */
const LOCK_CLASS = 20_283

/**
 * The account of a person at a provider, known by issuer and subject alone: an equal e-mail address proves nothing and
 * links nothing. An account is made by an invitation, or where the provider vouches for an address in one of the
 * domains of the settings. Throws `LoginRefused`.
 */
export async function accountOf(
  identity: Identity,
  provider: ProviderClient,
  person: ProviderIdentity,
  invite: string | undefined,
): Promise<string> {
  if (invite !== undefined) return invited(identity, person, invite)
  return inTransaction(identity.pool, async (client) => {
    const known = await findAccount(client, person)
    if (known !== null) {
      await followAddress(client, known, person)
      return known
    }
    const domain = person.email?.split('@').at(-1)
    if (domain === undefined || !provider.settings.domains.includes(domain)) throw new LoginRefused('invitation')
    const userId = await makeAccount(client, person)
    await joinByDomain(client, provider.settings.owner, userId, person)
    return userId
  })
}

/** Accepts an invitation. The account is made in its transaction, so that a refusal leaves none behind. */
async function invited({ accounts }: Identity, person: ProviderIdentity, token: string): Promise<string> {
  let userId = ''
  try {
    await acceptInvite(accounts, token, {
      kind: 'provider',
      name: person.name,
      email: person.email,
      boundOwner: person.boundOwner,
      async account(client) {
        userId = (await findAccount(client, person)) ?? (await makeAccount(client, person))
        return { userId }
      },
    })
    return userId
  } catch (error) {
    throw error instanceof ApiError ? new LoginRefused('invite', error) : error
  }
}

/** The account of the subject. Two first logins at the same instant wait for each other. */
async function findAccount(client: PoolClient, { accountKey, subject }: ProviderIdentity): Promise<string | null> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [
    LOCK_CLASS,
    JSON.stringify([accountKey, subject]),
  ])
  const { rows } = await client.query<{ userId: string }>(
    'select "userId" from account where "providerId" = $1 and "accountId" = $2',
    [accountKey, subject],
  )
  return rows[0]?.userId ?? null
}

/**
 * An owner's own provider vouches for addresses in this owner alone: its account has none that others could meet, or that
 * would keep its person from an account elsewhere.
 */
const accountAddress = ({ email, boundOwner }: ProviderIdentity): string | null => (boundOwner === null ? email : null)

async function makeAccount(client: PoolClient, person: ProviderIdentity): Promise<string> {
  const { accountKey, subject, name } = person
  const email = accountAddress(person)
  const userId = randomUUID()
  const { rowCount } = await client.query(
    'insert into "user" ("id", "name", "email", "emailVerified") values ($1, $2, $3, $4) on conflict ("email") do nothing',
    [userId, name, email ?? addressOf(userId), email !== null],
  )
  if (rowCount === 0) throw new LoginRefused('address')
  await client.query('insert into account ("id", "accountId", "providerId", "userId") values ($1, $2, $3, $4)', [
    randomUUID(),
    subject,
    accountKey,
    userId,
  ])
  return userId
}

/** An address that the provider vouches for replaces the former one, unless another account has it. */
async function followAddress(client: PoolClient, userId: string, person: ProviderIdentity): Promise<void> {
  const email = accountAddress(person)
  if (email === null) return
  await client.query(
    `update "user" set "email" = $2, "emailVerified" = true, "updatedAt" = now()
      where "id" = $1 and "email" <> $2 and not exists (select from "user" where "email" = $2)`,
    [userId, email],
  )
}

/** A new member without roles: the mappings of the login give some, or an administrator does. */
async function joinByDomain(
  client: PoolClient,
  ownerId: string,
  userId: string,
  { name, email, boundOwner }: ProviderIdentity,
): Promise<void> {
  await lockMembers(client, ownerId)
  const { rowCount } = await client.query(`select from "owner" where id = $1 and status = 'active'`, [ownerId])
  if (rowCount === 0 && boundOwner !== null) throw new LoginRefused('member')
  if (rowCount === 0) throw new Error(`HEDDLE_OIDC_OWNER names ${ownerId}, and there is no active owner of this id.`)
  const personId = await addPerson(client, ownerId, name)
  // The owner's own provider tells where to write to its people.
  if (boundOwner !== null)
    await client.query('update person set email = $3 where owner_id = $1 and id = $2', [ownerId, personId, email])
  await client.query(`insert into member (owner_id, person_id, user_id, roles) values ($1, $2, $3, '{}')`, [
    ownerId,
    personId,
    userId,
  ])
  await recordAudit(client, {
    actor: { ...localPerson, id: personId, name, ownerId, roles: [] },
    action: 'member.join',
    target: personId,
    after: { roles: [] },
    outcome: 'done',
  })
}
