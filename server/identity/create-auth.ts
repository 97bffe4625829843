import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Pool } from 'pg'
import { hashOfPassword, isPassword } from './passwords.ts'
import { sessionCookie } from './session-cookie.ts'
import { identityTuning } from './tuning.ts'

export interface AuthOptions {
  readonly pool: Pool
  readonly secret: string
  /** The address of Heddle in browsers. */
  readonly url: string
  readonly onError: (error: unknown) => void
}

const { session, password } = identityTuning

/**
 * Better Auth: password checks, sessions and second factors. It is called by `auth-routes.ts` alone, which decides what
 * of it is open to callers, counts attempts and judges passwords. Nobody signs up there: accounts are made by the setup
 * link and by invitations.
 */
export function createAuth({ pool, secret, url, onError }: AuthOptions) {
  const isSecure = url.startsWith('https:')
  const cookie = sessionCookie(isSecure)
  return betterAuth({
    appName: 'Heddle',
    baseURL: url,
    basePath: '/api/auth',
    secret,
    database: pool,
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => onError(new Error(`Better Auth: ${message}`)) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: password.fewestCharacters,
      // In UTF-16 units: a character has up to two, and its spelling before NFKC up to some more.
      maxPasswordLength: password.mostCharacters * 4,
      password: { hash: hashOfPassword, verify: ({ hash, password: given }) => isPassword(hash, given) },
    },
    account: { accountLinking: { enabled: false } },
    session: {
      expiresIn: session.longestSeconds,
      // The end of a session is fixed at its login; it idles by `updatedAt` (find-session.ts).
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    // Attempts are counted by account and by network (attempts.ts), before Better Auth is asked.
    rateLimit: { enabled: false },
    plugins: [twoFactor({ issuer: 'Heddle', twoFactorTable: 'two_factor' })],
    hooks: {
      after: createAuthMiddleware(async (context) => {
        const { authCookies, newSession, internalAdapter } = context.context
        const earlier = await context.getSignedCookie(authCookies.sessionToken.name, secret)
        if (earlier && newSession && newSession.session.token !== earlier) await internalAdapter.deleteSession(earlier)
      }),
    },
    databaseHooks: {
      session: {
        create: { before: async (made) => ({ data: { ...made, token: randomBytes(32).toString('base64url') } }) },
      },
    },
    advanced: {
      // The name of the cookie says it: see session-cookie.ts. Better Auth would add another prefix.
      useSecureCookies: false,
      cookiePrefix: cookie,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: { session_token: { name: cookie } },
      ipAddress: { ipAddressHeaders: ['x-heddle-address'] },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
