import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The cookie of a session. Over HTTPS its name begins with `__Host-`, so that browsers accept it from this host alone.
 * Browsers refuse such a name over plain HTTP, which is served on the loopback only.
 */
export const sessionCookie = (isSecure: boolean): string => (isSecure ? '__Host-heddle' : 'heddle')

/** The header that removes the cookie of a session. */
export function clearedCookie(name: string): string {
  const secure = name.startsWith('__Host-') ? ' Secure;' : ''
  return `${name}=; Max-Age=0; Path=/; HttpOnly;${secure} SameSite=Lax`
}

/** The header that gives the cookie of a session, signed as Better Auth signs it. */
export function signedCookie(name: string, token: string, { secret, seconds }: Signed): string {
  const secure = name.startsWith('__Host-') ? ' Secure;' : ''
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret)}`)
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`
}

interface Signed {
  readonly secret: string
  readonly seconds: number
}

const signatureOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64')

/** The value of a cookie in the header of a request; null without one. */
export function cookieOf(header: string | null, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

/** The token in a cookie that was signed with the secret, as Better Auth signs it; null for any other value. */
export function tokenOf(value: string | null, secret: string): string | null {
  if (value === null) return null
  const [, token = '', signature = ''] = /^([^.]+)\.(.+)$/.exec(decoded(value)) ?? []
  // Compared as text: bytes have several spellings in base64.
  const expected = Buffer.from(signatureOf(token, secret))
  const given = Buffer.from(signature)
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
