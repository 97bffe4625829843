import type { TrustedProxies } from './trusted-proxies.ts'

/** How Heddle is reached from other machines: by one URL, encrypted by its own certificate or by a trusted proxy. */
export interface PublicAccess {
  /** The origin that people open, such as `https://heddle.example`. */
  readonly url: string
  /** The files of the certificate chain and of its key; null where a proxy ends TLS. */
  readonly tls: { readonly certificate: string; readonly key: string } | null
}

interface Settings {
  readonly HOST: string
  readonly HEDDLE_AUTH: 'on' | 'off'
  readonly HEDDLE_PUBLIC_URL?: string | undefined
  readonly HEDDLE_TLS_CERT?: string | undefined
  readonly HEDDLE_TLS_KEY?: string | undefined
  readonly HEDDLE_TRUSTED_PROXIES: TrustedProxies | null
}

const loopback = ['127.0.0.1', 'localhost', '::1']

/** Null where this machine alone is answered; otherwise the access, or the sentences that say what is missing. */
export function readPublicAccess(given: Settings): PublicAccess | null | readonly string[] {
  const { HOST, HEDDLE_PUBLIC_URL: url, HEDDLE_TLS_CERT: certificate, HEDDLE_TLS_KEY: key } = given
  const problems: string[] = []
  if ((certificate === undefined) !== (key === undefined))
    problems.push(
      'HEDDLE_TLS_CERT and HEDDLE_TLS_KEY must be set together: the files of the certificate and of its key',
    )
  if (url === undefined) {
    const needless = certificate !== undefined || given.HEDDLE_TRUSTED_PROXIES !== null
    if (needless) problems.push('HEDDLE_TLS_CERT and HEDDLE_TRUSTED_PROXIES need HEDDLE_PUBLIC_URL=https://…')
    if (!loopback.includes(HOST))
      problems.push(
        `HOST=${HOST} needs HEDDLE_AUTH=on and HEDDLE_PUBLIC_URL=https://…, the address that people open: without a login, Heddle answers this machine only`,
      )
    return problems.length > 0 ? problems : null
  }
  if (given.HEDDLE_AUTH === 'off')
    problems.push('HEDDLE_PUBLIC_URL needs HEDDLE_AUTH=on: without a login, Heddle answers this machine only')
  if (certificate === undefined && key === undefined && given.HEDDLE_TRUSTED_PROXIES === null)
    problems.push(
      'HEDDLE_PUBLIC_URL needs TLS: set HEDDLE_TLS_CERT and HEDDLE_TLS_KEY, or name the proxy that ends TLS in HEDDLE_TRUSTED_PROXIES, such as 127.0.0.1 or 10.0.0.0/8',
    )
  if (problems.length > 0) return problems
  return { url, tls: certificate === undefined || key === undefined ? null : { certificate, key } }
}

/** The origin of a public URL; null for any other text: another scheme, a path, a user, or no host. */
export function publicOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, protocol, href } = new URL(text)
  return protocol === 'https:' && href === `${origin}/` ? origin : null
}
