import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { limits } from '#core/limits.ts'
import { type EventSocket, SlowReader, type UpgradeBindings } from '../event-socket.ts'

const { frameBytes, unsentBytes, slowMs } = limits.events
const { heartbeatMs } = limits.live
const LOOK_MS = 20

/** Answers an API request; with bindings, its handler may accept an upgrade. */
export type Api = (request: Request, bindings?: UpgradeBindings) => Response | Promise<Response>

export interface EventSockets {
  /**
   * Lets the API judge the upgrade like any other request, and serves the socket if it accepts. Returns the response
   * of an API that does not.
   */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<Response | null>
  closeAll(): void
}

export interface EventSocketOptions {
  readonly api: Api
  readonly origin: (incoming: IncomingMessage) => string
  readonly onError: (error: unknown) => void
  /** For tests: the pause between two pings, and the time in which a reader takes what was sent. */
  readonly timing?: { readonly pingMs?: number; readonly slowMs?: number }
}

/** The WebSockets of events. Frames are not compressed: a shared context would keep memory for every idle socket. */
export function createEventSockets({ api, origin, onError, timing = {} }: EventSocketOptions): EventSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false })
  return {
    async upgrade(incoming, socket, head) {
      let serve: Parameters<UpgradeBindings['accept']>[0] | undefined
      const response = await api(requestOf(incoming, origin(incoming)), {
        accept(serving) {
          serve = serving
        },
      })
      if (serve === undefined) return response
      const serving = serve
      server.handleUpgrade(incoming, socket, head, (opened) => {
        serving(eventSocket(opened, timing)).catch(onError)
      })
      return null
    },
    closeAll() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function requestOf({ url = '/', headers }: IncomingMessage, origin: string): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === undefined ? [] : [[name, one] as [string, string]],
    ),
  )
  return new Request(new URL(url, origin), { headers: pairs })
}

/**
 * A socket with its heartbeat: one that does not answer a ping until the next is gone. A reader is slow when it has not
 * taken the bytes before the bound within the time that a stream gets, too.
 */
function eventSocket(opened: WebSocket, timing: NonNullable<EventSocketOptions['timing']>): EventSocket {
  const { pingMs = heartbeatMs, slowMs: mostMs = slowMs } = timing
  const ending = new AbortController()
  let isAlive = true
  const heartbeat = setInterval(() => {
    if (!isAlive) return opened.terminate()
    isAlive = false
    opened.ping()
  }, pingMs)
  opened.on('pong', () => {
    isAlive = true
  })
  opened.on('close', () => {
    clearInterval(heartbeat)
    ending.abort()
  })
  // A frame that breaks the protocol, or is too large: `ws` closes the socket with a code of the protocol.
  opened.on('error', () => undefined)
  return {
    signal: ending.signal,
    async send(text) {
      opened.send(text, () => undefined)
      for (const beganAt = performance.now(); opened.bufferedAmount > unsentBytes && !ending.signal.aborted; ) {
        if (performance.now() - beganAt > mostMs)
          throw new SlowReader('You read too slowly. Come back with your last event.')
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    },
    close(code, reason) {
      opened.close(code, reason)
      // A peer that does not answer the close is cut off.
      setTimeout(() => opened.terminate(), mostMs).unref()
    },
    onFrame(listener) {
      opened.on('message', (data, isBinary) => listener(isBinary ? null : data.toString()))
    },
  }
}
