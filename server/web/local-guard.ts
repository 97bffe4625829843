import type { IncomingHttpHeaders } from 'node:http'
import type { Site } from './site.ts'

/**
 * A site that can make the browser send a request would have the permissions of the person in front of it: all of them
 * in local mode, which has no login, and those of the session otherwise. So the requested host must be Heddle's own (a
 * foreign host is DNS rebinding), and a request that changes or reveals data must come from Heddle's own pages or from
 * no page at all.
 */
export interface GuardedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface Rejection {
  readonly status: 400 | 403 | 404 | 405 | 415
  readonly code: 'BAD_REQUEST' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'UNSUPPORTED_MEDIA_TYPE'
  readonly message: string
}

export interface GuardOptions {
  readonly site: Site
  readonly development: boolean
  /** Whether people log in: the browser then sends a session with each request. */
  readonly login: boolean
}

/** Null when the request may go on. */
export function judgeRequest(request: GuardedRequest, options: GuardOptions): Rejection | null {
  const { site, development, login } = options
  const foreignHost = judgeHost(request, site)
  if (foreignHost || isPage(request)) return foreignHost
  if (!isApi(request.path) && !isForm(request.path) && !(development && request.path.startsWith('/__nextjs'))) {
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Pages only support reading.' }
  }
  if (isHook(request.path)) return null
  // Browsers send forms in a media type of their own.
  if (isForm(request.path)) return judgeSite(request, site)
  if (!login) return judgeSite(request, site)
  return isLoginCallback(request) ? null : (judgeSite(request, site) ?? judgeMediaType(request))
}

/** The path of the MCP server. */
const mcpPath = '/mcp'

/** The path of the web socket of events. */
export const eventSocketPath = '/v1/events/ws'

/**
 * Null for the only upgrades that exist: the web socket of events, and that by which a development server makes its own
 * pages reload. A browser needs no CORS permission to open a web socket to another site, so every upgrade is subject to
 * the origin check, whatever its path.
 */
export function judgeUpgrade(
  request: GuardedRequest,
  { site, development }: Omit<GuardOptions, 'login'>,
): Rejection | null {
  const foreign = judgeHost(request, site) ?? judgeSite(request, site)
  if (foreign || request.path === eventSocketPath || (development && request.path === '/_next/hmr')) return foreign
  return { status: 404, code: 'NOT_FOUND', message: `There is no web socket here. Open ${eventSocketPath}.` }
}

function judgeHost({ headers: { host } }: GuardedRequest, { hosts, refusal }: Site): Rejection | null {
  return host !== undefined && hosts.has(host.toLowerCase()) ? null : forbidden(refusal)
}

function judgeSite({ headers }: GuardedRequest, own: Site): Rejection | null {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && !own.isOwnOrigin(origin))
  return isForeign ? forbidden('This request comes from another site.') : null
}

/**
 * Media types that a form or a script of another site can send without a CORS preflight. A body with one of them is no
 * proof that the sender is a page of ours, even where Origin and Sec-Fetch-Site are missing.
 */
const simpleTypes: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
])

/** A change by a browser declares its media type, also when its body is empty. Programs with a key may leave it out. */
function judgeMediaType({ method, headers }: GuardedRequest): Rejection | null {
  const isBrowser = [headers.cookie, headers.origin, headers['sec-fetch-site']].some((value) => value !== undefined)
  if (method === 'GET' || method === 'HEAD' || !isBrowser) return null
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!simpleTypes.has(type)) return null
  return {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send JSON with the header Content-Type: application/json.',
  }
}

/**
 * The return from the login page of an identity provider: the browser navigates there from the provider's site. State,
 * nonce and PKCE bind it to the browser that began the login.
 */
function isLoginCallback({ method, path, headers }: GuardedRequest): boolean {
  const { origin, 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': target = 'document' } = headers
  const navigates = method === 'GET' && origin === undefined && mode === 'navigate' && target === 'document'
  return navigates && path.startsWith('/api/auth/callback/')
}

/**
 * API routes: `/api`, `/v1`, `/mcp` and the monitoring routes. All their requests are checked, reads included. Programs that are
 * no browser pass.
 */
export function isApi(path: string): boolean {
  const isBelow = path.startsWith('/api/') || path.startsWith('/v1/') || isHook(path) || isNeops(path)
  return isBelow || path === mcpPath || operations.has(path)
}

/** Routes of clients of neops, which are answered where `HEDDLE_NEOPS=on`. */
const isNeops = (path: string) => /^\/workflow-execution(\/|$)/.test(path)

/** Calls of webhooks: they read no cookie, and prove their sender themselves. */
export function isHook(path: string): boolean {
  return path.startsWith('/hooks/')
}

/** Pages of forms, which are answered beside the API: anybody may open a public one, by a link from wherever. */
export function isForm(path: string): boolean {
  return path.startsWith('/forms/')
}

const operations = new Set(['/healthz', '/readyz', '/metrics'])

/** Pages may be opened by a link from another site; they hold no data and change nothing. */
function isPage({ method, path }: GuardedRequest): boolean {
  return !isApi(path) && (method === 'GET' || method === 'HEAD')
}

function forbidden(message: string): Rejection {
  return { status: 403, code: 'FORBIDDEN', message }
}
