import type { Context } from 'hono'
import type { Pool, PoolClient } from 'pg'
import { canonicalId, directoryIdFault } from '#core/people/canonical-id.ts'
import { localPerson } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { unknownActor } from '../audit/entry.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { requestAddress } from '../request-address.ts'
import type { NewAccount } from './accounts.ts'
import { createAccount } from './create-account.ts'
import type { Identity } from './identity.ts'
import { isRefusal } from './is-refusal.ts'
import { makeLink, takeLink, tryLink } from './login-links.ts'
import { requireGoodPassword } from './passwords.ts'

/** The owner of the data of local mode, which the first administrator takes over. */
const { ownerId } = localPerson

/** A new setup link, in the place of the one of an earlier start; null where there is an account. */
export async function offerSetup(pool: Pool, url: string): Promise<string | null> {
  const { rowCount } = await pool.query('select from "user" limit 1')
  if (rowCount !== 0) {
    await pool.query(`delete from login_link where purpose = 'setup'`)
    return null
  }
  return `${url}/setup#t=${await makeLink(pool, 'setup')}`
}

/**
 * Makes the first account, by the setup link. It becomes an administrator of the owner `local` and of the installation.
 * The link is gone with it, also for a request at the same instant.
 */
export async function setUp(
  { pool, attempts }: Identity,
  c: Context,
  token: string,
  account: NewAccount,
): Promise<void> {
  const attempt = { address: requestAddress(c.req.raw) }
  try {
    await attempts.count('setup', attempt)
    await tryLink(pool, 'setup', token)
    await attempts.succeeded('setup', attempt)
  } catch (error) {
    if (isRefusal(error))
      await recordAudit(pool, { actor: unknownActor, action: 'setup.use', target: 'setup', outcome: 'refused' })
    throw error
  }
  await requireGoodPassword(account.password, account)
  await inTransaction(pool, async (client) => {
    await takeLink(client, 'setup', token)
    const { rowCount } = await client.query('select from "user" limit 1')
    if (rowCount !== 0) throw new ApiError('FORBIDDEN', 'Heddle is set up already. Log in.')
    const { userId } = await createAccount(client, account)
    await client.query('update "user" set "isInstallationAdmin" = true where "id" = $1', [userId])
    const personId = await makePerson(client, account)
    await client.query(`insert into member (owner_id, person_id, user_id, roles) values ($1, $2, $3, '{admin}')`, [
      ownerId,
      personId,
      userId,
    ])
    const actor = { ...localPerson, id: personId, name: account.name }
    await recordAudit(client, { actor, action: 'setup.use', target: userId, outcome: 'done' })
  })
}

/** A new person for the account: nobody takes over a person who is there, and with it their tasks. */
async function makePerson(client: PoolClient, { name, email }: NewAccount): Promise<string> {
  const whole = canonicalId(email)
  const [mailbox = ''] = whole.split('@')
  for (const id of [mailbox, whole, `${mailbox}-admin`]) {
    if (directoryIdFault(id) !== null) continue
    const { rowCount } = await client.query(
      `insert into person (owner_id, id, name) select $1, $2, $3
       where not exists (select from member where owner_id = $1 and person_id = $2) on conflict do nothing`,
      [ownerId, id, name],
    )
    if (rowCount === 1) return id
  }
  const { rows } = await client.query<{ id: string }>(
    `insert into person (owner_id, id, name) values ($1, 'admin-' || gen_random_uuid(), $2) returning id`,
    [ownerId, name],
  )
  return (rows[0] as { id: string }).id
}
