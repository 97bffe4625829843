import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { ClientBase } from 'pg'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Session } from './find-session.ts'
import type { Identity } from './identity.ts'

/**
 * Gives a session that has just been proven by the password, and by the second factor where that is on, a new token and
 * its cookie. Its row stays, and with it the provider of its login, its owner and its end. `change` is what was proven
 * for, in the same transaction. Throws `UNAUTHENTICATED` for a session that has ended meanwhile.
 */
export async function renewSession(
  identity: Identity,
  c: Context,
  { id, hasSecondFactor }: Session,
  change?: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const seconds = await inTransaction(identity.pool, async (client) => {
    const { rows } = await client.query<{ seconds: number }>(
      `update session set "token" = $2, "confirmedAt" = now(), "secondFactorAt" = case when $3 then now() else "secondFactorAt" end
        where "id" = $1 and "expiresAt" > now()
       returning extract(epoch from "expiresAt" - now())::int as seconds`,
      [id, token, hasSecondFactor],
    )
    if (!rows[0]) throw new ApiError('UNAUTHENTICATED', 'Not signed in.', 'session')
    await change?.(client)
    return rows[0].seconds
  })
  c.header('set-cookie', identity.cookieOfToken(token, seconds))
}

/** What tells how a session began, read before Better Auth replaces the session by another one. */
export interface SessionOrigin {
  readonly provider: string | null
  readonly providerSession: string | null
  readonly idToken: string | null
  readonly secondFactorProven: boolean
  readonly chosenOwner: string | null
  readonly boundOwner: string | null
  readonly createdAt: Date
  readonly confirmedAt: Date | null
  readonly expiresAt: Date
}

const columns = `"provider", "providerSession", "idToken", "secondFactorProven", "chosenOwner", "boundOwner", "createdAt", "confirmedAt", "expiresAt"`

export async function originOf(client: ClientBase | Identity['pool'], sessionId: string): Promise<SessionOrigin> {
  const { rows } = await client.query<SessionOrigin>(`select ${columns} from session where "id" = $1`, [sessionId])
  if (!rows[0]) throw new ApiError('UNAUTHENTICATED', 'Not signed in.', 'session')
  return rows[0]
}

/** Gives the origin of an earlier session to the session in its place, which has just shown the second factor. */
export async function keepOrigin(client: ClientBase, sessionId: string, origin: SessionOrigin): Promise<void> {
  await client.query(
    `update session set (${columns}) = ($2, $3, $4, $5, $6, $7, $8, $9, $10), "secondFactorAt" = now() where "id" = $1`,
    [
      sessionId,
      origin.provider,
      origin.providerSession,
      origin.idToken,
      origin.secondFactorProven,
      origin.chosenOwner,
      origin.boundOwner,
      origin.createdAt,
      origin.confirmedAt,
      origin.expiresAt,
    ],
  )
}
