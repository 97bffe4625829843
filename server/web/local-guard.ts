import type { IncomingHttpHeaders } from 'node:http'

/**
 * Local mode answers this machine only, and has no login: whoever can make the
 * browser send a request would be its owner. So the name that was asked for
 * must be this machine's (a foreign one is DNS rebinding), and what changes or
 * reveals something must come from our own pages or from no page at all.
 */
export interface GuardedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface Rejection {
  readonly status: 400 | 403 | 404 | 405
  readonly code: 'BAD_REQUEST' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED'
  readonly message: string
}

export interface GuardOptions {
  readonly port: number
  readonly development: boolean
}

/** Null when the request may go on. */
export function judgeRequest(request: GuardedRequest, options: GuardOptions): Rejection | null {
  const hosts = ownHosts(options.port)
  const foreignHost = judgeHost(request, hosts, options)
  if (foreignHost || isPage(request)) return foreignHost
  if (!isApi(request.path) && !(options.development && request.path.startsWith('/__nextjs'))) {
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Pages are only read.' }
  }
  return judgeSite(request, hosts)
}

/**
 * Null for the one upgrade that exists: the web socket by which a development server tells its own pages to reload.
 * A browser asks no permission before it opens a web socket of another site, so the path exempts no upgrade from the
 * check of its origin.
 */
export function judgeUpgrade(request: GuardedRequest, options: GuardOptions): Rejection | null {
  const hosts = ownHosts(options.port)
  const foreign = judgeHost(request, hosts, options) ?? judgeSite(request, hosts)
  if (foreign || (options.development && request.path === '/_next/hmr')) return foreign
  return { status: 404, code: 'NOT_FOUND', message: 'There is no web socket here. Read events by server-sent events.' }
}

function judgeHost(
  { headers: { host } }: GuardedRequest,
  hosts: ReadonlySet<string>,
  { port }: GuardOptions,
): Rejection | null {
  if (host !== undefined && hosts.has(host.toLowerCase())) return null
  return forbidden(`Heddle runs in local mode and answers http://localhost:${port} only.`)
}

function judgeSite({ headers }: GuardedRequest, hosts: ReadonlySet<string>): Rejection | null {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && !isOwnOrigin(origin, hosts))
  return isForeign ? forbidden('This request comes from another site.') : null
}

/** `/api`, `/v1` and what monitoring asks: all that they do is judged, reading included. Programs on this machine pass. */
export function isApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/v1/') || operations.has(path)
}

const operations = new Set(['/healthz', '/readyz', '/metrics'])

/** A link from elsewhere may open a page; pages hold no data and change nothing. */
function isPage({ method, path }: GuardedRequest): boolean {
  return !isApi(path) && (method === 'GET' || method === 'HEAD')
}

function ownHosts(port: number): ReadonlySet<string> {
  const names = ['localhost', '127.0.0.1', '[::1]']
  return new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])))
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase())
}

function forbidden(message: string): Rejection {
  return { status: 403, code: 'FORBIDDEN', message }
}
