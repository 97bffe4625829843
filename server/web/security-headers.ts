import { randomBytes } from 'node:crypto'

/** A value that nobody can guess, new for every page, without which no script runs. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The policy of a page. Scripts run by nonce and by what such scripts load.
 * Styles may be inline: the canvas places every node with a style attribute,
 * and the text editor makes its style elements at run time; text of authors
 * never becomes markup, so an inline style has nobody to come from.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  // React's development build evaluates code to show server stacks, and reloads over a web socket.
  const [evaluation, sockets] = development ? [" 'unsafe-eval'", ' ws:'] : ['', '']
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Of every answer, pages and API alike. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/**
 * Headers by which a caller could speak for a proxy or for Next itself; nothing
 * behind the front may see them from outside. In development Next has to know which page and which question a browser asks
 * for: what it tells its tools goes there, and without it the browser waits for that before it goes to a page.
 */
export function isInternalHeader(name: string, development = false): boolean {
  if (development && (name === 'x-nextjs-request-id' || name === 'x-nextjs-html-request-id')) return false
  return (
    /^(x-middleware-|x-forwarded-|x-invoke-|x-nextjs-|x-matched-path|x-prerender-revalidate)/.test(name) ||
    [
      'x-real-ip',
      'x-request-from',
      'x-nonce',
      'x-changes-position',
      'next-action',
      'forwarded',
      'content-security-policy',
    ].includes(name) ||
    name === 'content-security-policy-report-only'
  )
}
