import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EventSockets } from './event-sockets.ts'
import { eventSocketPath, judgeUpgrade, type Rejection } from './local-guard.ts'
import { tokenNeeded } from './local-token-gate.ts'
import type { Pages } from './next-pages.ts'
import { repeatedHeader } from './repeated-header.ts'
import { commonHeaders } from './security-headers.ts'
import type { Site } from './site.ts'

export interface UpgradeOptions {
  readonly pages: Pages | null
  readonly sockets: EventSockets
  readonly site: Site
  readonly development: boolean
  /** The refusal of an upgrade to the API by what is in front of it: transport and local token. */
  readonly refusedByFront: (incoming: IncomingMessage) => Refusal | null
  readonly onError: (error: unknown) => void
}

/** The response to an upgrade that is refused. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

export const tokenRefusal: Refusal = { status: 401, ...tokenNeeded }

/**
 * Whether a request with an Upgrade header is treated as an upgrade. Clients that prefer HTTP/2 send the header with an
 * ordinary request, which gets an ordinary response.
 */
export function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() !== 'h2c'
}

/** Checks an upgrade like every other request. A refused upgrade gets a response, and its socket is closed. */
export function answerUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, options: UpgradeOptions): void {
  const { pages, site, development, onError } = options
  // A socket detached from HTTP has no other error listener for a peer that disappears.
  socket.on('error', () => socket.destroy())
  const [path = ''] = (incoming.url ?? '').split('?')
  const { method = 'GET', headers } = incoming
  const repeated = repeatedHeader(incoming.rawHeaders)
  const rejection = repeated
    ? repeatedRejection(repeated)
    : judgeUpgrade({ method, path, headers }, { site, development })
  const failed = (error: unknown) => {
    onError(error)
    socket.destroy()
  }
  if (rejection) refuse(socket, rejection)
  else if (path === eventSocketPath) openEvents(incoming, socket, head, options).catch(failed)
  else if (!pages) refuse(socket, { status: 404, code: 'NOT_FOUND', message: 'There are no pages here.' })
  else pages.upgrade(incoming, socket, head).catch(failed)
}

async function openEvents(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { sockets, refusedByFront }: UpgradeOptions,
): Promise<void> {
  if (incoming.method !== 'GET' || incoming.headers.upgrade?.toLowerCase() !== 'websocket') {
    refuse(socket, { status: 400, code: 'BAD_REQUEST', message: 'This address speaks WebSocket.' })
    return
  }
  const refusal = refusedByFront(incoming)
  if (refusal) {
    refuse(socket, refusal)
    return
  }
  const response = await sockets.upgrade(incoming, socket, head)
  if (response) respond(socket, response.status, await response.text())
}

export function repeatedRejection(name: string): Rejection {
  return { status: 400, code: 'BAD_REQUEST', message: `The header ${name} appears twice. Send it once.` }
}

function refuse(socket: Duplex, { status, code, message }: Refusal): void {
  respond(socket, status, JSON.stringify({ error: { code, message } }))
}

/** Sends the response and destroys the socket: a peer that neither reads nor closes cannot keep it open. */
function respond(socket: Duplex, status: number, body: string): void {
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}
