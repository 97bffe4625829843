import { randomBytes } from 'node:crypto'

/** The nonce of one page: an unguessable value, without which no script runs. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The content security policy of a page. Scripts need the nonce, or are loaded by such scripts. Styles may be inline:
 * the canvas places every node with a style attribute, and the text editor creates style elements at run time. Text of
 * authors never becomes markup, so no inline style can come from an author.
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

/** The policy of a response that is no page: a browser that opens its address shows it, and loads and runs nothing. */
const emptyPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every response, pages and API alike; a page has a policy of its own. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': emptyPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Headers of every response under the public URL: a browser that has been there once never asks without TLS again. */
export const publicHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

/**
 * Headers by which a caller could pose as a proxy, as the front or as Next itself; the front removes them from outside requests. In
 * development Next needs the ids of the page and the request: it sends data for its tools there, and without the ids
 * the browser waits for that data before it navigates.
 */
export function isInternalHeader(name: string, development = false): boolean {
  if (development && (name === 'x-nextjs-request-id' || name === 'x-nextjs-html-request-id')) return false
  return (
    /^(x-heddle-|x-middleware-|x-forwarded-|x-invoke-|x-nextjs-|x-matched-path|x-prerender-revalidate)/.test(name) ||
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
