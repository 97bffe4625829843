import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Judgement } from './database-facts.ts'

export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

const SMALL = { maxHeaderSize: 8_192, requestTimeout: 5_000, headersTimeout: 5_000, keepAliveTimeout: 1_000 }

/**
 * The port of a process for its supervisor: `/healthz` says that the process answers, whatever is wrong around it;
 * `/readyz` answers 200 or 503, with reasons and warnings as sentences.
 */
export function openOpsServer(
  { host, port }: { readonly host: string; readonly port: number },
  judge: () => Promise<Judgement>,
): Promise<OpsServer> {
  const server = createServer(SMALL, (request, response) => {
    void answer(request.method ?? '', request.url ?? '', response, judge)
  })
  server.maxRequestsPerSocket = 100
  server.maxConnections = 50
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`HEDDLE_OPS_PORT=${port} is in use by another program. Set it to another number.`)
          : error,
      ),
    )
    server.listen(port, host, () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) }),
    )
  })
}

async function answer(method: string, url: string, response: ServerResponse, judge: () => Promise<Judgement>) {
  if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { error: 'Only GET is answered here.' })
  if (url === '/healthz') return send(response, 200, { status: 'ok' })
  if (url !== '/readyz') return send(response, 404, { error: 'Only /healthz and /readyz are answered here.' })
  const { reasons, warnings } = await judge()
  const isReady = reasons.length === 0
  send(response, isReady ? 200 : 503, {
    status: isReady ? 'ready' : 'not ready',
    ...(!isReady && { reasons }),
    ...(warnings.length > 0 && { warnings }),
  })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
