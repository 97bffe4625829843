import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string
}

/** A receiver of webhooks on this machine. */
export interface Sink {
  readonly host: string
  readonly received: Received[]
  /** Answers 200 unless it is set; the status, or null to answer by hand. */
  answer(request: Received, response: ServerResponse): number | null
  url(path?: string): string
  close(): Promise<void>
}

export async function startSink(): Promise<Sink> {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const request = { headers: incoming.headers, body: Buffer.concat(parts).toString(), path: incoming.url ?? '' }
      sink.received.push(request)
      const status = sink.answer(request, outgoing)
      if (status !== null) outgoing.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const sink: Sink = {
    host,
    received: [],
    answer: () => 200,
    url: (path = '/hook') => `http://${host}${path}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}
