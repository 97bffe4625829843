import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Pool } from 'pg'
import { unknownActor } from '../audit/entry.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { requestAddress } from '../request-address.ts'
import { emailOf } from './create-account.ts'
import type { Identity } from './identity.ts'
import { isRefusal } from './is-refusal.ts'
import { makeLink, takeLink, tryLink } from './login-links.ts'
import { hashOfPassword, requireGoodPassword } from './passwords.ts'
import { revokeSessions } from './sessions.ts'

/** The operator of the machine, who needs no login to reach the database. */
const operator = { ...unknownActor, id: 'operator', name: 'Operator' }

/**
 * A link by which the account of the address sets a new password, once and within an hour, in the place of an earlier
 * one; null without such an account. The second factor stays: a new password does not get around it.
 */
export async function makeResetLink(pool: Pool, url: string, email: string): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>('select "id" from "user" where "email" = $1', [emailOf(email)])
    const [account] = rows
    if (!account) return null
    const token = await makeLink(client, `reset:${account.id}`, account.id)
    await recordAudit(client, { actor: operator, action: 'account.reset_link', target: account.id, outcome: 'done' })
    return `${url}/reset#${new URLSearchParams({ a: account.id, t: token })}`
  })
}

export interface Reset {
  readonly account: string
  readonly token: string
  readonly password: string
}

/** Sets a new password by a link, which is used up, and ends every session of the account. */
export async function resetPassword(
  { pool, attempts }: Identity,
  c: Context,
  { account, token, password }: Reset,
): Promise<void> {
  const attempt = { address: requestAddress(c.req.raw) }
  const entry = { actor: unknownActor, action: 'account.reset', target: account } as const
  try {
    await attempts.count('setup', attempt)
    await tryLink(pool, `reset:${account}`, token)
    await attempts.succeeded('setup', attempt)
  } catch (error) {
    if (isRefusal(error)) await recordAudit(pool, { ...entry, outcome: 'refused' })
    throw error
  }
  const { rows } = await pool.query<{ name: string; email: string }>(
    'select "name", "email" from "user" where "id" = $1',
    [account],
  )
  await requireGoodPassword(password, rows[0])
  const hash = await hashOfPassword(password)
  await inTransaction(pool, async (client) => {
    await takeLink(client, `reset:${account}`, token)
    const { rowCount } = await client.query(
      `update account set "password" = $2, "updatedAt" = now() where "userId" = $1 and "providerId" = 'credential'`,
      [account, hash],
    )
    if (rowCount === 0) {
      await client.query(
        `insert into account ("id", "accountId", "providerId", "userId", "password") values ($1, $2, 'credential', $2, $3)`,
        [randomUUID(), account, hash],
      )
    }
    await revokeSessions(client, account)
    await recordAudit(client, { ...entry, outcome: 'done' })
  })
}
