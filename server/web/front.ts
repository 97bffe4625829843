import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { limits } from '#core/limits.ts'
import { isCall, refusedCall } from '../api/trpc/trpc.ts'
import { ApiError, apiErrorStatus } from '../api-error.ts'
import { addressHeader } from '../request-address.ts'
import { clientAddress, noProxies, type TrustedProxies } from '../trusted-proxies.ts'
import { answerApiReference, isApiReference } from './api-reference.ts'
import { boundConnections } from './connection-bounds.ts'
import { type Api, createEventSockets, type EventSocketOptions } from './event-sockets.ts'
import { setInternalHeaders } from './internal-headers.ts'
import { isApi, isForm, isHook, judgeRequest } from './local-guard.ts'
import { answerTokenPage, createLocalTokenGate, tokenNeeded } from './local-token-gate.ts'
import { loginPath, needsLogin } from './login-redirect.ts'
import type { Pages } from './next-pages.ts'
import { repeatedHeader } from './repeated-header.ts'
import { commonHeaders, contentSecurityPolicy, newNonce, publicHeaders } from './security-headers.ts'
import { localSite, publicSite, type Site } from './site.ts'
import { cutOffStalledResponses } from './stalled-responses.ts'
import { type Certificate, tlsOptions } from './tls.ts'
import { isSecure } from './transport.ts'
import { answerUpgrade, isUpgrade, type Refusal, repeatedRejection, tokenRefusal } from './upgrades.ts'

export interface FrontOptions {
  /** Answers `/api`, `/v1` and the monitoring routes. */
  readonly api: Api
  /** Answers the rest; null where only the API is served. */
  readonly pages: Pages | null
  readonly development: boolean
  /** The present position of the change feed: a page that is rendered now subscribes from there on. */
  readonly position: () => string
  /** Whether people log in. Unset: local mode. */
  readonly login?: boolean
  /** The token that local mode asks for. Unset: none. */
  readonly localToken?: string | null
  /** The origin that other machines open. Unset: this machine alone is answered. */
  readonly publicUrl?: string | undefined
  /** The certificate of the public URL. Unset: a proxy ends TLS. */
  readonly certificate?: Certificate | null
  /** Proxies in front, whose `X-Forwarded-*` headers count. Unset: none. */
  readonly trustedProxies?: TrustedProxies
  /** Whether the header of cookies has a session; pages lead everybody else to the login. Unset: local mode. */
  readonly isLoggedIn?: ((cookies: string | undefined) => Promise<boolean>) | undefined
  /** The time after which an API reader that takes no data is cut off. */
  readonly stalledMs?: number
  /** For tests: the pace of web sockets. */
  readonly socketTiming?: EventSocketOptions['timing']
  readonly onError: (error: unknown) => void
}

/**
 * The server of the one port. Every request passes the guard and gets the security headers here, whatever handler
 * answers it.
 */
export function createFront(options: FrontOptions): Server {
  const { api, pages, development, position, login = false, stalledMs, socketTiming, isLoggedIn, onError } = options
  const { publicUrl, certificate, trustedProxies = noProxies } = options
  const gate = options.localToken ? createLocalTokenGate(options.localToken) : null
  const answerApi = getRequestListener((request) => api(request), { overrideGlobalObjects: false })
  const stalled = cutOffStalledResponses(stalledMs ?? 2 * limits.live.heartbeatMs)
  const siteOf = publicUrl === undefined ? perPort(localSite) : constantly(publicSite(publicUrl))
  const headersOfAll = Object.entries(publicUrl === undefined ? commonHeaders : publicHeaders)

  /** Writes the address of the client into the request, in the place of all internal headers from outside. */
  function nameClient(incoming: IncomingMessage): void {
    const forwardedFor = incoming.headers['x-forwarded-for']?.toString()
    const address = clientAddress(incoming.socket.remoteAddress, forwardedFor, trustedProxies)
    setInternalHeaders(incoming, { [addressHeader]: address }, development)
  }

  function refusedByFront(incoming: IncomingMessage): Refusal | null {
    if (publicUrl !== undefined && !isSecure(transportOf(incoming, trustedProxies))) {
      return { status: 403, ...insecure(publicUrl) }
    }
    if (gate && gate(incoming) !== 'passes') return tokenRefusal
    nameClient(incoming)
    return null
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    for (const [name, value] of headersOfAll) outgoing.setHeader(name, value)
    const [path = ''] = (incoming.url ?? '').split('?')
    if (!path.startsWith('/') || path.startsWith('//')) return refuse(outgoing, path, notAPath)
    const repeated = repeatedHeader(incoming.rawHeaders)
    if (repeated) return refuse(outgoing, path, repeatedRejection(repeated))
    const { method = 'GET', headers } = incoming
    const rejection = judgeRequest({ method, path, headers }, { site: siteOf(incoming), development, login })
    if (rejection) return refuse(outgoing, path, rejection)
    // Monitoring may ask whether the process lives without TLS: the answer tells nothing.
    if (publicUrl !== undefined && path !== '/healthz' && !isSecure(transportOf(incoming, trustedProxies))) {
      if (isApi(path)) return refuse(outgoing, path, insecure(publicUrl))
      outgoing.writeHead(308, { location: `${publicUrl}${incoming.url}` }).end()
      return
    }
    const said = path === '/healthz' || isHook(path) ? 'passes' : (gate?.(incoming) ?? 'passes')
    if (said === 'refused') return isApi(path) ? refuse(outgoing, path, tokenNeeded) : answerTokenPage(outgoing)
    if (said !== 'passes') {
      outgoing.writeHead(303, { location: said.location, 'set-cookie': said.cookie, 'cache-control': 'no-store' }).end()
      return
    }
    nameClient(incoming)
    if (isApi(path) || isForm(path) || !pages) {
      stalled.watch(outgoing)
      return answerApi(incoming, outgoing)
    }
    if (isLoggedIn && needsLogin(path) && !(await isLoggedIn(headers.cookie))) {
      outgoing.writeHead(302, { location: loginPath(incoming.url ?? ''), 'cache-control': 'private, no-store' })
      outgoing.end()
      return
    }
    if (isApiReference(path)) return answerApiReference(incoming, outgoing)
    const nonce = newNonce()
    const policy = contentSecurityPolicy(nonce, development)
    // Next sets the nonce that it finds in the request's policy on its scripts.
    headers['content-security-policy'] = policy
    headers['x-nonce'] = nonce
    headers['x-changes-position'] = position()
    outgoing.setHeader('content-security-policy', policy)
    return pages.answer(incoming, outgoing)
  }

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      onError(error)
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, incoming.url ?? '', ourFault)
    })
  }
  const upgrades = { shouldUpgradeCallback: isUpgrade }
  const server = certificate
    ? createTlsServer({ ...tlsOptions(certificate), ...upgrades }, listener)
    : createServer(upgrades, listener)
  // Node passes on 2,000 headers by default and drops the rest silently; their total size has a bound of its own.
  server.maxHeadersCount = 0
  const origin = ({ headers: { host } }: IncomingMessage) => publicUrl ?? `http://${host}`
  const sockets = createEventSockets({ api, origin, onError, ...(socketTiming && { timing: socketTiming }) })
  const upgrading = { pages, sockets, development, refusedByFront, onError }
  server.on('upgrade', (incoming, socket, head) =>
    answerUpgrade(incoming, socket, head, { ...upgrading, site: siteOf(incoming) }),
  )
  server.on('close', () => stalled.stop())
  // Web sockets are no connections of HTTP any more: nothing else would end them.
  const close = server.close.bind(server)
  server.close = (callback) => {
    sockets.closeAll()
    return close(callback)
  }
  if (publicUrl !== undefined) boundConnections(server, trustedProxies)
  return server
}

const notAPath = { code: 'BAD_REQUEST', message: 'This is not a path of this server.' } as const
const ourFault = { code: 'INTERNAL', message: 'Something went wrong on the server. It has been logged.' } as const
const insecure = (publicUrl: string) =>
  ({ code: 'FORBIDDEN', message: `This connection is not encrypted. Use ${publicUrl}.` }) as const

const constantly = (site: Site) => () => site

/** The site of the port that a request reached: a server may listen on one that the system chose. */
function perPort(of: (port: number) => Site): (incoming: IncomingMessage) => Site {
  const sites = new Map<number, Site>()
  return ({ socket: { localPort = 0 } }) => {
    const known = sites.get(localPort) ?? of(localPort)
    sites.set(localPort, known)
    return known
  }
}

function transportOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies) {
  return {
    encrypted: 'encrypted' in socket && socket.encrypted === true,
    fromProxy: proxies.trusts(clientAddress(socket.remoteAddress, undefined, noProxies)),
    forwardedProto: headers['x-forwarded-proto']?.toString(),
  }
}

/** The refusal in the format of the requested API: REST's, or tRPC's. */
function refuse(outgoing: ServerResponse, path: string, { code, message }: Pick<ApiError, 'code' | 'message'>): void {
  outgoing.writeHead(apiErrorStatus[code], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    connection: 'close',
  })
  outgoing.end(JSON.stringify(isCall(path) ? refusedCall(new ApiError(code, message)) : { error: { code, message } }))
}
