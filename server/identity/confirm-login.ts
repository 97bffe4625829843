import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Pool } from 'pg'
import { ApiError } from '../api-error.ts'
import { askBetterAuth, type BetterAuthAnswer, wrong } from './ask-better-auth.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { auditedActor, confirmed } from './log-in.ts'
import { isPassword } from './passwords.ts'
import { takeCode } from './take-code.ts'

export interface Confirmation {
  readonly password: string
  /** A code of the authenticator app, or a backup code, where the second factor is on. */
  readonly code?: string | undefined
}

/**
 * Makes the login of the session fresh: by the password and the second factor of its account. The session keeps its
 * owner and its end, and gets a new token. Throws `INVALID_INPUT`, and `CONFLICT` for an account without a password.
 */
export async function confirmLogin(
  identity: Identity,
  c: Context,
  session: Session,
  { password, code }: Confirmation,
): Promise<void> {
  const hash = await passwordHashOf(identity.pool, session.userId)
  if (hash === null) throw new ApiError('CONFLICT', 'Your account has no password here. Log in again.')
  const actor = await auditedActor(identity, session)
  const entry = { actor, action: 'session.confirm', target: session.userId } as const
  await confirmed(identity, c, session, entry, async () => {
    if (!(await isPassword(hash, password))) throw wrong('password')
    if (session.hasSecondFactor) await requireCode(identity, c, session, code ?? '')
  })
  const token = randomBytes(32).toString('base64url')
  const { rows } = await identity.pool.query<{ seconds: number }>(
    `update session set "token" = $2, "confirmedAt" = now() where "id" = $1
     returning extract(epoch from "expiresAt" - now())::int as seconds`,
    [session.id, token],
  )
  if (!rows[0]) throw new ApiError('UNAUTHENTICATED', 'Not signed in.', 'session')
  c.header('set-cookie', identity.cookieOfToken(token, rows[0].seconds))
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

async function requireCode(identity: Identity, c: Context, { userId }: Session, given: string): Promise<void> {
  const code = given.replaceAll(' ', '')
  const isOfApp = /^\d{6}$/.test(code)
  const ask = (): Promise<BetterAuthAnswer> =>
    askBetterAuth(identity, c, isOfApp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code })
  const isRight = code !== '' && (await ask()).ok && (!isOfApp || (await takeCode(identity.pool, userId, code)))
  if (!isRight) throw wrong('code')
}
