import type { Pool } from 'pg'
import { identityTuning } from './tuning.ts'

/** A session in force, with its account. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly isInstallationAdmin: boolean
  /** The second factor of the account here is on. */
  readonly hasSecondFactor: boolean
  readonly isEmailProven: boolean
  /** The session has shown a second factor: that of the account, or one that the identity provider has asked for. */
  readonly isSecondFactorShown: boolean
  /** The instant of the login, or of its latest confirmation by the password. */
  readonly provenAt: Date
  readonly chosenOwner: string | null
  /** The owner in which the session acts alone, since it began at the owner's own provider. */
  readonly boundOwner: string | null
}

const { idleSeconds, touchedEverySeconds } = identityTuning.session

/**
 * The session of the token, unless it has ended, idles for too long or was revoked: the table is asked every time.
 * `isActive`: the request is one of a person, and not of a stream that asks again by itself.
 */
export async function findSession(pool: Pool, token: string, isActive: boolean): Promise<Session | null> {
  const { rows } = await pool.query<Session>(
    `with found as (
       select s.*, u."name", u."email", u."isInstallationAdmin", coalesce(u."twoFactorEnabled", false) as "hasSecondFactor",
         u."emailVerified" or exists (
           select from account a where a."userId" = u."id" and a."providerId" = 'credential'
         ) as "isEmailProven"
       from session s join "user" u on u."id" = s."userId"
       where s."token" = $1 and s."expiresAt" > now() and s."updatedAt" > now() - make_interval(secs => $2)
     ), touched as (
       update session set "updatedAt" = now() from found
       where session."id" = found."id" and $3 and found."updatedAt" < now() - make_interval(secs => $4)
     )
     select "id", "userId", "name", "email", "isInstallationAdmin", "hasSecondFactor", "isEmailProven", "chosenOwner", "boundOwner",
       ("hasSecondFactor" and "secondFactorAt" is not null) or "secondFactorProven" as "isSecondFactorShown",
       coalesce("confirmedAt", "createdAt") as "provenAt" from found`,
    [token, idleSeconds, isActive, touchedEverySeconds],
  )
  return rows[0] ?? null
}
