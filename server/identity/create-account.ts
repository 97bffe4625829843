import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import type { NewAccount } from './accounts.ts'
import { hashOfPassword, requireGoodPassword } from './passwords.ts'

/** The account's one spelling of an e-mail address; throws `INVALID_INPUT` for what is none. */
export function emailOf(text: string): string {
  const email = text.normalize('NFKC').trim().toLowerCase()
  if (email.length > 254 || !z.email().safeParse(email).success)
    throw new ApiError('INVALID_INPUT', 'Enter a mail address, such as ana@example.com.', 'email')
  return email
}

/**
 * Makes an account that logs in by e-mail and password, in the transaction of its client. Throws `INVALID_INPUT` for a
 * bad password and `CONFLICT` for an e-mail that has an account.
 */
export async function createAccount(
  client: ClientBase,
  { email: given, name, password }: NewAccount,
): Promise<{ readonly userId: string }> {
  const email = emailOf(given)
  await requireGoodPassword(password, { email, name })
  const hash = await hashOfPassword(password)
  const userId = randomUUID()
  const { rowCount } = await client.query(
    'insert into "user" ("id", "name", "email") values ($1, $2, $3) on conflict ("email") do nothing',
    [userId, name, email],
  )
  if (rowCount === 0)
    throw new ApiError('CONFLICT', 'There is an account with this mail address. Log in with it.', 'email')
  await client.query(
    `insert into account ("id", "accountId", "providerId", "userId", "password") values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), userId, hash],
  )
  return { userId }
}
