const yearSeconds = 365 * 24 * 3_600

/**
 * The cookie of a choice of looks, such as the theme. A cookie and no browser storage: the first byte of every page has
 * the choice, and no page flashes. Over TLS the cookie is bound to this host and is sent over TLS alone.
 */
export function lookCookie(name: string, value: string, isSecure: boolean): string {
  const [host, secure] = isSecure ? ['__Host-', '; secure'] : ['', '']
  return `${host}${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
}

/** Stores a choice of looks for every later page. */
export function writeLook(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025
  document.cookie = lookCookie(name, value, window.location.protocol === 'https:')
}

/** The stored choice, with or without TLS. */
export function readLook(
  cookies: { get(name: string): { readonly value: string } | undefined },
  name: string,
): string | undefined {
  return (cookies.get(`__Host-${name}`) ?? cookies.get(name))?.value
}
