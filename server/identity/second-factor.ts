import type { Context } from 'hono'
import { ApiError } from '../api-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { requestAddress } from '../request-address.ts'
import { askBetterAuth, wrong } from './ask-better-auth.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'
import { auditedActor, confirmed, pass, withRightPassword } from './log-in.ts'
import { endLoggedOut } from './oidc/provider-logouts.ts'
import { keepOrigin, originOf, renewSession } from './renew-session.ts'
import { type Proof, requireProof } from './require-proof.ts'
import { endOtherSessions } from './sessions.ts'
import { takeCode } from './take-code.ts'

/** A second factor that waits for its first code. */
export interface NewSecondFactor {
  /** The `otpauth:` address for the authenticator app, shown as a QR code. */
  readonly uri: string
  readonly backupCodes: readonly string[]
}

export async function startSecondFactor(
  identity: Identity,
  c: Context,
  session: Session,
  password: string,
): Promise<NewSecondFactor> {
  if (session.hasSecondFactor) throw new ApiError('CONFLICT', 'The second factor is on already. Turn it off first.')
  const entry = await entryOf(identity, session, 'account.second_factor.start')
  const { body } = await confirmed(identity, c, session, entry, async () =>
    withRightPassword(await askBetterAuth(identity, c, '/two-factor/enable', { password, method: 'totp' })),
  )
  return { uri: String(body.totpURI), backupCodes: body.backupCodes as readonly string[] }
}

/**
 * Turns the second factor on, by its first code: the app and Heddle agree. The session gets a new id, and every other
 * session ends, which has shown the password alone.
 */
export async function confirmSecondFactor(
  identity: Identity,
  c: Context,
  session: Session,
  code: string,
): Promise<void> {
  const entry = await entryOf(identity, session, 'account.second_factor.on')
  const attempt = { account: `code ${session.userId}`, address: requestAddress(c.req.raw) }
  await identity.attempts.count('login', attempt)
  const origin = await originOf(identity.pool, session.id)
  const answer = await askBetterAuth(identity, c, '/two-factor/verify-totp', { code: code.replaceAll(' ', '') })
  const isTaken = answer.ok && (await takeCode(identity.pool, session.userId, code))
  await recordAudit(identity.pool, { ...entry, outcome: isTaken ? 'done' : 'refused' })
  if (!isTaken) throw wrong('code')
  const renewed = await identity.sessionOfCookies(answer.cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  if (renewed)
    await inTransaction(identity.pool, async (client) => {
      await keepOrigin(client, renewed.id, origin)
      await endLoggedOut(client, renewed.id)
      await endOtherSessions(client, session.userId, renewed.id)
    })
  await identity.attempts.succeeded('login', attempt)
  pass(c, answer)
}

/** Turns the second factor off, by the password and the second factor itself. */
export async function removeSecondFactor(
  identity: Identity,
  c: Context,
  session: Session,
  proof: Proof,
): Promise<void> {
  const entry = await entryOf(identity, session, 'account.second_factor.off')
  await confirmed(identity, c, session, entry, async () => {
    await requireProof(identity, c, session, proof)
    await renewSession(identity, c, session, async (client) => {
      await client.query('update "user" set "twoFactorEnabled" = false, "updatedAt" = now() where "id" = $1', [
        session.userId,
      ])
      await client.query('delete from two_factor where "userId" = $1', [session.userId])
      await client.query('update session set "secondFactorAt" = null where "userId" = $1', [session.userId])
    })
  })
}

/** Replaces the backup codes, by the password and the second factor: the password alone would get new codes. */
export async function newBackupCodes(
  identity: Identity,
  c: Context,
  session: Session,
  proof: Proof,
): Promise<Pick<NewSecondFactor, 'backupCodes'>> {
  const entry = await entryOf(identity, session, 'account.second_factor.codes')
  const { body } = await confirmed(identity, c, session, entry, async () => {
    await requireProof(identity, c, session, proof)
    const asked = { password: proof.password }
    return withRightPassword(await askBetterAuth(identity, c, '/two-factor/generate-backup-codes', asked))
  })
  return { backupCodes: body.backupCodes as readonly string[] }
}

async function entryOf(identity: Identity, session: Session, action: string) {
  return { actor: await auditedActor(identity, session), action, target: session.userId } as const
}
