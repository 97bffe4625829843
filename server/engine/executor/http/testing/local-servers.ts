import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach } from 'vitest'
import type { Json } from '#core/json.ts'
import { environmentSource, noSecrets, readSecrets } from '../../../../secrets.ts'
import type { Executor, HttpRequest } from '../../../ports.ts'
import { createAttempts } from '../../testing/attempts.ts'
import { createHttpExecutor, type HttpExecutorOptions } from '../http-executor.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const noAnswer = () => undefined

/** Servers on this machine and executors that ask them, gone after each test of the file. */
export function localServers() {
  const servers: (Server & { closeAllConnections?(): void })[] = []
  const executors: Executor<HttpRequest>[] = []
  afterEach(async () => {
    for (const executor of executors.splice(0)) await executor.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections?.()
      server.close()
    }
  })

  /** Lets a server listen; gives its host and port. */
  const listen = async (server: Server): Promise<string> => {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const serve = async (answer: Answer) => {
    const asked: string[] = []
    const host = await listen(
      createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        answer(request, response)
      }),
    )
    return { host, url: `http://${host}`, asked }
  }

  const open = (options: Partial<HttpExecutorOptions> = {}) => {
    const attempts = createAttempts()
    const executor = createHttpExecutor(
      { allow: [], secrets: environmentSource(noSecrets), ...options },
      { onOutcome: attempts.onOutcome, onProgress: noAnswer },
    )
    executors.push(executor)
    const send = (request: Json, more: Partial<HttpRequest> = {}) =>
      attempts.make(executor, {
        step: 'Ask',
        with: request,
        input: null,
        state: {},
        key: 'run/Ask/1/do',
        http: { request },
        ...more,
      })
    return { send, executor }
  }

  return { listen, serve, open }
}

export const json =
  (value: Json): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(value))
  }

/** Answers with what was asked. */
export const echo: Answer = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () =>
    json({ method: request.method ?? '', url: request.url ?? '', headers: request.headers as Json, body })(
      request,
      response,
    ),
  )
}

/** Secrets that may all be sent to these origins. */
export const secretsOf = (values: Record<string, string>, ...origins: readonly string[]) => ({
  secrets: environmentSource(
    readSecrets(
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => [
          [`HEDDLE_SECRET_${name}`, value],
          [`HEDDLE_ORIGINS_${name}`, origins.join(' ')],
        ]),
      ),
    ),
  ),
})
