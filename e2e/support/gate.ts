import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy to a Heddle that can be closed: to clients of the proxy the server is away, while Heddle goes on running. */
export interface Gate {
  readonly url: string
  /** The number of open streams through the proxy. */
  streams(): number
  /** Cuts all connections and refuses new ones; returns the number of streams that were cut. */
  close(): Promise<number>
  open(): Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  const { hostname, port, host } = new URL(target)
  let streams = 0
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { origin, ...headers } = incoming.headers
    // Heddle answers only to its own host name.
    const onward = request({
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, host, ...(origin !== undefined && { origin: target }) },
    })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      if (!answer.headers['content-type']?.startsWith('text/event-stream')) return
      streams += 1
      outgoing.on('close', () => {
        streams -= 1
      })
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(pass)
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    streams: () => streams,
    async close() {
      const cut = streams
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      return cut
    },
    open: () => listen(own),
  }
}
