import type { ClientBase } from 'pg'
import { identityTuning } from '../tuning.ts'

/** Whom a logout token names: a session of the provider, a subject, or both. */
export interface LoggedOut {
  readonly providerSession: string | null
  readonly subject: string | null
  /** When the provider signed the token, in seconds since 1970 by its clock. */
  readonly at: number
}

/** Serialises a logout at a provider with the beginning of sessions by that provider, in their transactions. */
const LOCK_CLASS = 20_284
const lockLogouts = (client: ClientBase, issuer: string) =>
  client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, issuer])

/**
 * Ends the sessions that the logout names, `issuer` being what the provider's accounts are stored under, and keeps the logout for as long as a login before it could still begin or
 * replace a session. Returns the accounts whose sessions have ended.
 */
export async function applyLogout(
  client: ClientBase,
  issuer: string,
  { providerSession, subject, at }: LoggedOut,
): Promise<ReadonlySet<string>> {
  await lockLogouts(client, issuer)
  await client.query('delete from provider_logout where "at" < now() - make_interval(secs => $1)', [
    identityTuning.oidc.sessionSeconds,
  ])
  await client.query(
    `insert into provider_logout (issuer, session_id, subject, "at") values ($1, $2, $3, to_timestamp($4::float8))
     on conflict (issuer, session_id, subject) do update set "at" = greatest(provider_logout."at", excluded."at")`,
    [issuer, providerSession ?? '', subject ?? '', at],
  )
  const { rows } = await client.query<{ userId: string }>(
    `delete from session s using account a
      where s."provider" = $1 and a."providerId" = $1 and a."userId" = s."userId"
        and s."createdAt" <= to_timestamp($4::float8) + make_interval(secs => $5)
        and (s."providerSession" = $2 or (a."accountId" = $3 and ($2::text is null or s."providerSession" is null)))
      returning s."userId"`,
    [issuer, providerSession, subject, at, identityTuning.oidc.skewSeconds],
  )
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Ends a session that has just begun, or taken the place of another one, if its provider has told meanwhile that the
 * person has logged out: the logout came before the session was in the table, or between the two. Returns whether it
 * was so.
 */
export async function endLoggedOut(client: ClientBase, sessionId: string): Promise<boolean> {
  const { rows } = await client.query<{ provider: string | null }>('select "provider" from session where "id" = $1', [
    sessionId,
  ])
  const issuer = rows[0]?.provider ?? null
  if (issuer === null) return false
  await lockLogouts(client, issuer)
  const { rowCount } = await client.query(
    `delete from session s using account a, provider_logout o
      where s."id" = $1 and a."userId" = s."userId" and a."providerId" = s."provider" and o.issuer = s."provider"
        and ((o.session_id <> '' and o.session_id = s."providerSession")
          or (o.subject = a."accountId" and (o.session_id = '' or s."providerSession" is null) and o."at" > s."createdAt"))`,
    [sessionId],
  )
  return rowCount !== 0
}
