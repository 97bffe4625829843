import type { Context } from 'hono'
import { ApiError } from '../api-error.ts'
import type { Identity } from './identity.ts'

export type BetterAuthPath =
  | '/sign-in/email'
  | '/two-factor/enable'
  | '/two-factor/verify-totp'
  | '/two-factor/verify-backup-code'
  | '/two-factor/generate-backup-codes'

export interface BetterAuthAnswer {
  readonly ok: boolean
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The headers of cookies, to be passed on when the login is complete. */
  readonly cookies: readonly string[]
}

/** The headers of the caller that Better Auth reads. */
const passedOn = ['cookie', 'origin', 'user-agent', 'x-heddle-address']

/**
 * Asks Better Auth in the caller's name. Its answer is not the caller's: it holds the token of the session, which no
 * script of a page may read. `isAnonymous`: without the session of the caller, for a login on top of it.
 */
export async function askBetterAuth(
  { auth, url, cookie }: Identity,
  { req }: Context,
  path: BetterAuthPath,
  body: Readonly<Record<string, unknown>>,
  { isAnonymous = false } = {},
): Promise<BetterAuthAnswer> {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of passedOn) {
    const value = req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  // The front has judged the origin. On the loopback several names lead here; Better Auth knows one.
  if (headers.has('origin')) headers.set('origin', new URL(url).origin)
  if (isAnonymous) headers.set('cookie', withoutCookie(headers.get('cookie') ?? '', cookie))
  const request = new Request(`${url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await auth.handler(request)
  if (response.status >= 500) throw new Error(`Better Auth answers ${response.status} at ${path}.`)
  const answer: unknown = await response.json().catch(() => ({}))
  return {
    ok: response.ok,
    status: response.status,
    body: typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {},
    cookies: response.headers.getSetCookie(),
  }
}

function withoutCookie(cookies: string, name: string): string {
  return cookies
    .split(';')
    .filter((pair) => !pair.trim().startsWith(`${name}=`))
    .join(';')
}

/** The refusal of a wrong password or code; the same whatever was wrong about it. */
export const wrong = (what: 'login' | 'password' | 'code'): ApiError =>
  ({
    login: new ApiError('UNAUTHENTICATED', 'The mail address or the password is wrong.', 'password'),
    password: new ApiError('INVALID_INPUT', 'The password is wrong.', 'password'),
    code: new ApiError(
      'INVALID_INPUT',
      'The code is wrong or was used. Wait for the next one, or log in again.',
      'code',
    ),
  })[what]
