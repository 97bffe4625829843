import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { type AttemptLimiter, createAttemptLimiter } from '../limits/attempt-limiter.ts'
import type { OidcProvider } from '../oidc-settings.ts'
import type { Accounts, Login } from './accounts.ts'
import { actorOfSession } from './actor-of-session.ts'
import { createAccounts } from './create-accounts.ts'
import { type Auth, createAuth } from './create-auth.ts'
import { findSession, type Session } from './find-session.ts'
import { hasAddress } from './oidc/hidden-address.ts'
import type { ProviderChoice } from './oidc/provider-choice.ts'
import { createProviderClient, type ProviderClient } from './oidc/provider-client.ts'
import { createOwnProviders, type FindOwnProvider, type OwnProvidersOptions } from './own-provider/own-providers.ts'
import { cookieOf, sessionCookie, signedCookie, tokenOf } from './session-cookie.ts'

export interface IdentityOptions {
  /** A pool for the tables of accounts and sessions, of every owner. */
  readonly pool: Pool
  readonly secret: string
  /** The address of Heddle in browsers. */
  readonly url: string
  /** Providers by which people log in. Unset: none. */
  readonly oidc?: readonly OidcProvider[]
  /** Private hosts that requests of the process may reach. */
  readonly httpAllow?: readonly string[]
  /** Reads what owners have set up as their own providers. Unset: owners have none. */
  readonly own?: Pick<OwnProvidersOptions, 'poolOf' | 'ring'>
  readonly onError: (error: unknown) => void
}

/** Who callers are, where people log in. */
export interface Identity {
  readonly pool: Pool
  readonly url: string
  /** Signs the cookies of sessions. */
  readonly secret: string
  readonly auth: Auth
  /** The providers of the installation. */
  readonly providers: readonly ProviderClient[]
  readonly ownProvider: FindOwnProvider
  readonly attempts: AttemptLimiter
  readonly accounts: Accounts
  /** The name of the cookie of a session. */
  readonly cookie: string
  /** The session in the header of cookies; null without one in force. `isActive`: see `findSession`. */
  sessionOfCookies(cookies: string | null | undefined, isActive?: boolean): Promise<Session | null>
  /** The session of a token that Better Auth has just made. */
  sessionOfToken(token: string): Promise<Session | null>
  /** The header that gives a session its cookie, for the seconds that it lasts. */
  cookieOfToken(token: string, seconds: number): string
  /** The actor of the request's session; null for a caller who is not logged in. `isActive`: see `findSession`. */
  actorOf(request: Request, isActive?: boolean): Promise<Actor | null>
  /** The account of the request's session, which may be nobody's member. */
  loginOf(request: Request): Promise<Login | null>
  /** The providers by which members of an owner log in. */
  providersOf(ownerId: string): Promise<readonly ProviderChoice[]>
  /** Tells the operator. */
  readonly onError: (error: unknown) => void
}

export function createIdentity(options: IdentityOptions): Identity {
  const { pool, secret, url, oidc = [], httpAllow = [], own, onError } = options
  const ownProvider: FindOwnProvider = own ? createOwnProviders({ ...own, pool, httpAllow, onError }) : async () => null
  const cookie = sessionCookie(url.startsWith('https:'))
  const sessionOfCookies: Identity['sessionOfCookies'] = async (cookies, isActive = true) => {
    const token = tokenOf(cookieOf(cookies ?? null, cookie), secret)
    return token === null ? null : findSession(pool, token, isActive)
  }
  return {
    pool,
    url,
    secret,
    auth: createAuth(options),
    async providersOf(ownerId) {
      const its = (await ownProvider(ownerId))?.settings
      return [...(its ? [its] : []), ...oidc].map(({ issuer, name }) => ({ issuer, name }))
    },
    ownProvider,
    providers: oidc.map((settings) => createProviderClient(settings, { httpAllow, onError })),
    onError,
    attempts: createAttemptLimiter(pool),
    accounts: createAccounts(pool),
    cookie,
    sessionOfCookies,
    sessionOfToken: (token) => findSession(pool, token, false),
    cookieOfToken: (token, seconds) => signedCookie(cookie, token, { secret, seconds }),
    async actorOf({ headers }, isActive = !(headers.get('accept') ?? '').includes('text/event-stream')) {
      // A key and a session in one request would leave open whose request it is.
      if (headers.has('authorization')) return null
      const session = await sessionOfCookies(headers.get('cookie'), isActive)
      return session && actorOfSession(pool, session)
    },
    async loginOf({ headers }) {
      const session = headers.has('authorization') ? null : await sessionOfCookies(headers.get('cookie'))
      if (!session) return null
      const { userId, id: sessionId, name, email, isEmailProven, boundOwner } = session
      return { userId, sessionId, name, email: hasAddress(email) ? email : name, isEmailProven, boundOwner }
    },
  }
}
