import type { IncomingHttpHeaders } from 'node:http'

/**
 * Local mode serves this machine only, and has no login. A site that can make the browser send a request would have all
 * permissions. So the requested host must be this machine's (a foreign host is DNS rebinding), and a request that
 * changes or reveals data must come from Heddle's own pages or from no page at all.
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
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Pages only support reading.' }
  }
  return judgeSite(request, hosts)
}

/**
 * Null for the only upgrade that exists: the web socket by which a development server makes its own pages reload. A
 * browser needs no CORS permission to open a web socket to another site, so every upgrade is subject to the origin
 * check, whatever its path.
 */
export function judgeUpgrade(request: GuardedRequest, options: GuardOptions): Rejection | null {
  const hosts = ownHosts(options.port)
  const foreign = judgeHost(request, hosts, options) ?? judgeSite(request, hosts)
  if (foreign || (options.development && request.path === '/_next/hmr')) return foreign
  return { status: 404, code: 'NOT_FOUND', message: 'There is no web socket here. Use server-sent events.' }
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

/**
 * API routes: `/api`, `/v1` and the monitoring routes. All their requests are checked, reads included. Programs on this
 * machine pass.
 */
export function isApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/v1/') || operations.has(path)
}

const operations = new Set(['/healthz', '/readyz', '/metrics'])

/** Pages may be opened by a link from another site; they hold no data and change nothing. */
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
