import type { Context } from 'hono'
import type { Pool } from 'pg'
import { askBetterAuth, type BetterAuthAnswer, wrong } from './ask-better-auth.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { isPassword } from './passwords.ts'
import { takeCode } from './take-code.ts'

/** What a person shows again before a change of their login. */
export interface Proof {
  readonly password: string
  /** A code of the authenticator app, or a backup code, where the second factor is on. */
  readonly code?: string | undefined
}

/** Throws `INVALID_INPUT` unless the proof has the password of the session's account and a code of its second factor. */
export async function requireProof(
  identity: Identity,
  c: Context,
  { userId, hasSecondFactor }: Session,
  { password, code }: Proof,
): Promise<void> {
  const hash = await passwordHashOf(identity.pool, userId)
  if (hash === null || !(await isPassword(hash, password))) throw wrong('password')
  if (hasSecondFactor) await requireCode(identity, c, userId, code ?? '')
}

/** Whether the account logs in by a password of its own. */
export async function hasPassword(pool: Pool, userId: string): Promise<boolean> {
  return (await passwordHashOf(pool, userId)) !== null
}

async function passwordHashOf(pool: Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string | null }>(
    `select "password" from account where "userId" = $1 and "providerId" = 'credential'`,
    [userId],
  )
  return rows[0]?.password ?? null
}

async function requireCode(identity: Identity, c: Context, userId: string, given: string): Promise<void> {
  const code = given.replaceAll(' ', '')
  const isOfApp = /^\d{6}$/.test(code)
  const ask = (): Promise<BetterAuthAnswer> =>
    askBetterAuth(identity, c, isOfApp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code })
  const isRight = code !== '' && (await ask()).ok && (!isOfApp || (await takeCode(identity.pool, userId, code)))
  if (!isRight) throw wrong('code')
}
