import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/in-transaction.ts'
import { requestAddress } from '../../request-address.ts'
import type { Identity } from '../identity.ts'
import { lockMembers } from '../members/membership.ts'
import { applyClaims } from '../owners/apply-claims.ts'
import { identityTuning } from '../tuning.ts'
import { LoginRefused } from './login-refused.ts'
import { endLoggedOut } from './provider-logouts.ts'
import type { ProviderIdentity } from './read-claims.ts'

const { sessionSeconds, hintCharacters } = identityTuning.oidc

/**
 * Begins a session for the account, and replaces what earlier logins have given to its members by what the groups of
 * this one give, in one transaction. The session is as old as the login at the provider, which may be hours older:
 * what needs a fresh login asks the provider again. Where the provider does not tell that time, the session is proven
 * by nothing that is fresh (`confirmedAt` is the epoch).
 */
export function startSession(
  identity: Identity,
  c: Context,
  userId: string,
  person: ProviderIdentity,
  idToken: string,
): Promise<{ readonly token: string; readonly cookie: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = randomUUID()
  return inTransaction(identity.pool, async (client) => {
    await applyToMembers(client, userId, person)
    await client.query(
      `insert into session ("id", "token", "userId", "expiresAt", "createdAt", "ipAddress", "userAgent", "provider", "providerSession", "idToken", "secondFactorProven", "boundOwner", "chosenOwner", "confirmedAt")
       values ($1, $2, $3, now() + make_interval(secs => $4), least(now(), to_timestamp($5::float8)), $6, $7, $8, $9, $10, $11, $12, $12,
               case when $5::float8 is null then to_timestamp(0) end)`,
      [
        id,
        token,
        userId,
        sessionSeconds,
        person.authenticatedAt,
        requestAddress(c.req.raw),
        c.req.header('user-agent')?.slice(0, 500) ?? null,
        person.accountKey,
        person.providerSession,
        idToken.length > hintCharacters ? null : idToken,
        person.hasSecondFactor,
        person.boundOwner,
      ],
    )
    if (await endLoggedOut(client, id)) throw new LoginRefused('ended')
    return { token, cookie: identity.cookieOfToken(token, sessionSeconds) }
  })
}

async function applyToMembers(client: PoolClient, userId: string, person: ProviderIdentity): Promise<void> {
  const { rows } = await client.query<{ ownerId: string; personId: string }>(
    `select owner_id as "ownerId", person_id as "personId" from member
      where user_id = $1 and status = 'active' and kind = 'person' and ($2::text is null or owner_id = $2)
      order by owner_id`,
    [userId, person.boundOwner],
  )
  for (const member of rows) {
    await lockMembers(client, member.ownerId)
    await applyClaims(client, member, person)
  }
}
