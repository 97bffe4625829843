import type { Context } from 'hono'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { unknownActor } from '../audit/entry.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { requestAddress } from '../request-address.ts'
import { actorOfSession } from './actor-of-session.ts'
import { askBetterAuth, type BetterAuthAnswer, wrong } from './ask-better-auth.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { isRefusal } from './is-refusal.ts'
import { isOpenInvite } from './members/accept-invite.ts'
import { type EndedSession, logoutAddress } from './oidc/logout-address.ts'
import { hashOfPassword, requireGoodPassword } from './passwords.ts'
import { renewSession } from './renew-session.ts'
import { type Proof, requireProof } from './require-proof.ts'
import { clearedCookie, cookieOf } from './session-cookie.ts'
import { endOtherSessions } from './sessions.ts'
import { takeCode } from './take-code.ts'

export interface LoginAnswer {
  /** A code of the second factor is asked for, and there is no session yet. */
  readonly secondFactor: boolean
}

interface WithInvitation {
  /** The token of an invitation that the account is about to accept. */
  readonly invitation?: string | undefined
}

/**
 * Logs in by e-mail and password. The answer and its time are the same for an unknown account. Attempts count per
 * account and network, so that nobody locks an account out from elsewhere, and per network.
 */
export async function logIn(
  identity: Identity,
  c: Context,
  { email, password, invitation }: WithInvitation & { readonly email: string; readonly password: string },
): Promise<LoginAnswer> {
  const attempt = { account: email, address: requestAddress(c.req.raw) }
  try {
    await identity.attempts.count('login', attempt)
    const answer = await askBetterAuth(identity, c, '/sign-in/email', {
      email: email.normalize('NFKC').trim(),
      password,
    })
    if (!answer.ok) throw wrong('login')
    if (answer.body.twoFactorRedirect === true) {
      pass(c, answer)
      return { secondFactor: true }
    }
    await finish(identity, c, answer, invitation)
    await identity.attempts.succeeded('login', attempt)
    return { secondFactor: false }
  } catch (error) {
    if (isRefusal(error)) await recordFailure(identity, email)
    throw error
  }
}

/** The second step of a login: a code of the authenticator app, or one of the backup codes. Each is good once. */
export async function logInByCode(
  identity: Identity,
  c: Context,
  kind: 'app' | 'backup',
  { code, invitation }: WithInvitation & { readonly code: string },
): Promise<LoginAnswer> {
  try {
    const address = requestAddress(c.req.raw)
    const attempt = {
      account: `code ${cookieOf(c.req.header('cookie') ?? null, `${identity.cookie}.two_factor`)}`,
      address,
    }
    await identity.attempts.count('login', attempt)
    const path = kind === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'
    const answer = await askBetterAuth(identity, c, path, { code: code.replaceAll(' ', '') }, { isAnonymous: true })
    if (!answer.ok) throw wrong('code')
    if (kind === 'app') await requireUnusedCode(identity, answer, code)
    await identity.pool.query('update session set "secondFactorAt" = now() where "token" = $1', [answer.body.token])
    await finish(identity, c, answer, invitation)
    await identity.attempts.succeeded('login', attempt)
    await identity.attempts.succeeded('login', { account: (answer.body.user as { email: string }).email, address })
    return { secondFactor: false }
  } catch (error) {
    if (isRefusal(error))
      await recordAudit(identity.pool, {
        actor: unknownActor,
        action: 'session.second_factor',
        target: 'login',
        outcome: 'refused',
      })
    throw error
  }
}

async function requireUnusedCode({ pool }: Identity, { body }: BetterAuthAnswer, code: string): Promise<void> {
  const { token, user } = body as { token: string; user: { id: string } }
  if (await takeCode(pool, user.id, code)) return
  await pool.query('delete from session where "token" = $1', [token])
  throw wrong('code')
}

/** Hands the new session out, unless its account is nobody's member and is not about to become one. */
async function finish(identity: Identity, c: Context, answer: BetterAuthAnswer, invitation?: string): Promise<void> {
  const { pool } = identity
  const session = await identity.sessionOfToken(String(answer.body.token))
  if (!session) throw new ApiError('UNAUTHENTICATED', 'The login is over. Log in again.')
  const actor = await actorOfSession(pool, session)
  if (!actor && !(invitation !== undefined && (await isOpenInvite(identity.accounts, invitation)))) {
    await pool.query('delete from session where "id" = $1', [session.id])
    throw new ApiError('FORBIDDEN', 'Your account is not a member here. Ask an administrator to invite you.')
  }
  await recordAudit(pool, {
    actor: actor ?? { ...unknownActor, id: session.userId },
    action: 'session.login',
    target: session.userId,
    outcome: 'done',
  })
  pass(c, answer)
}

/** A failed login names the account, if there is one. What was typed is not kept: it may be a password. */
async function recordFailure({ pool }: Identity, email: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select "id" from "user" where "email" = $1', [
    email.normalize('NFKC').trim().toLowerCase(),
  ])
  const target = rows[0]?.id ?? 'unknown account'
  await recordAudit(pool, { actor: unknownActor, action: 'session.login', target, outcome: 'refused' })
}

/**
 * Ends the session of the request. Without one there is nothing to end, and the cookie goes all the same. Returns the
 * address that ends the session at the identity provider, too; null for a login by password.
 */
export async function logOut(identity: Identity, c: Context): Promise<string | null> {
  const session = await identity.sessionOfCookies(c.req.header('cookie'), false)
  c.header('set-cookie', clearedCookie(identity.cookie))
  if (!session) return null
  const actor = await auditedActor(identity, session)
  const { rows } = await identity.pool.query<EndedSession>(
    'delete from session where "id" = $1 returning "provider", "boundOwner", "idToken"',
    [session.id],
  )
  await recordAudit(identity.pool, { actor, action: 'session.logout', target: session.userId, outcome: 'done' })
  return rows[0] ? logoutAddress(identity, rows[0]) : null
}

/** Changes the password of the session's account, by the present one and the second factor. Every other session ends, and this one gets a new token. */
export async function changePassword(
  identity: Identity,
  c: Context,
  session: Session,
  { newPassword, ...proof }: Proof & { readonly newPassword: string },
): Promise<void> {
  const actor = await auditedActor(identity, session)
  const entry = { actor, action: 'account.password', target: session.userId } as const
  await confirmed(identity, c, session, entry, async () => {
    await requireGoodPassword(newPassword, { name: session.name, email: session.email, field: 'newPassword' })
    await requireProof(identity, c, session, proof)
    const hash = await hashOfPassword(newPassword)
    await renewSession(identity, c, session, async (client) => {
      await client.query(
        `update account set "password" = $2, "updatedAt" = now() where "userId" = $1 and "providerId" = 'credential'`,
        [session.userId, hash],
      )
      await endOtherSessions(client, session.userId, session.id)
    })
  })
}

/** What asks for the password again: counted like a login, audited, refused with the same words. */
export async function confirmed<Answer>(
  { pool, attempts }: Identity,
  c: Context,
  { userId }: Session,
  entry: { readonly actor: Actor; readonly action: string; readonly target: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const attempt = { account: `confirm ${userId}`, address: requestAddress(c.req.raw) }
  try {
    await attempts.count('login', attempt)
    const answer = await ask()
    await attempts.succeeded('login', attempt)
    await recordAudit(pool, { ...entry, outcome: 'done' })
    return answer
  } catch (error) {
    if (isRefusal(error)) await recordAudit(pool, { ...entry, outcome: 'refused' })
    throw error
  }
}

/** The answer to a request with a password; throws for a wrong one. */
export function withRightPassword(answer: BetterAuthAnswer): BetterAuthAnswer {
  if (!answer.ok) throw wrong('password')
  return answer
}

/** The actor of the session for the audit, also of an account that is nobody's member any more. */
export async function auditedActor({ pool }: Identity, session: Session): Promise<Actor> {
  return (await actorOfSession(pool, session)) ?? { ...unknownActor, id: session.userId }
}

/** Passes the cookies of Better Auth on. */
export function pass(c: Context, { cookies }: BetterAuthAnswer): void {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
}
