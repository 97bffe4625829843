/**
 * The cookie with the position of the caller's last write: any web process then reads lists for the caller where this
 * write is found. It is no secret, and another value only leads to the primary.
 */
const LIFETIME_SECONDS = 60

/** Browsers keep a cookie of such a name for this host alone, and over TLS alone. */
const nameOf = (isLogin: boolean) => (isLogin ? '__Host-heddle_written' : 'heddle_written')

export function writtenCookie(position: bigint, isLogin: boolean): string {
  const secure = isLogin ? '; Secure' : ''
  return `${nameOf(isLogin)}=${position}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

/** The position in the cookies of a request; null where there is none. */
export function writtenPosition(cookies: string | null, isLogin: boolean): bigint | null {
  const found = new RegExp(`(?:^|;\\s*)${nameOf(isLogin)}=(\\d{1,19})(?:;|$)`).exec(cookies ?? '')?.[1]
  return found === undefined ? null : BigInt(found)
}
