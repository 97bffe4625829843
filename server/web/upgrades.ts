import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { judgeUpgrade, type Rejection } from './local-guard.ts'
import type { Pages } from './next-pages.ts'
import { repeatedHeader } from './repeated-header.ts'
import { commonHeaders } from './security-headers.ts'

export interface UpgradeOptions {
  readonly pages: Pages | null
  readonly development: boolean
  readonly onError: (error: unknown) => void
}

/**
 * Whether a request that offers another protocol is judged as an upgrade. Clients that would rather speak HTTP/2 offer it
 * with an ordinary request, which is answered as one.
 */
export function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() !== 'h2c'
}

/** Judges an upgrade as every other request is judged; whatever does not go on is answered and its socket closed. */
export function answerUpgrade(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { pages, development, onError }: UpgradeOptions,
): void {
  // A socket that was taken out of HTTP has nobody else who hears that its peer is gone.
  socket.on('error', () => socket.destroy())
  const [path = ''] = (incoming.url ?? '').split('?')
  const { method = 'GET', headers } = incoming
  const port = incoming.socket.localPort ?? 0
  const repeated = repeatedHeader(incoming.rawHeaders)
  const rejection = repeated
    ? repeatedRejection(repeated)
    : judgeUpgrade({ method, path, headers }, { port, development })
  if (rejection) refuse(socket, rejection)
  else if (!pages) refuse(socket, { status: 404, code: 'NOT_FOUND', message: 'There are no pages here.' })
  else {
    pages.upgrade(incoming, socket, head).catch((error: unknown) => {
      onError(error)
      socket.destroy()
    })
  }
}

export function repeatedRejection(name: string): Rejection {
  return { status: 400, code: 'BAD_REQUEST', message: `The header ${name} is there twice. Send it once.` }
}

/** The answer, and then the end of the socket: a peer that neither reads nor closes cannot keep it. */
function refuse(socket: Duplex, { status, code, message }: Rejection): void {
  const body = JSON.stringify({ error: { code, message } })
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
