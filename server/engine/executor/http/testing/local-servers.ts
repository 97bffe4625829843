import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach } from 'vitest'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Executor, HttpRequest } from '../../../ports.ts'
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
    const waiting = new Map<string, (outcome: AttemptOutcome) => void>()
    const executor = createHttpExecutor(
      { allow: [], secrets: { find: noAnswer, originsOf: noAnswer }, ...options },
      { onOutcome: (id, outcome) => waiting.get(id)?.(outcome), onProgress: noAnswer },
    )
    executors.push(executor)
    let count = 0
    const send = (request: Json, more: Partial<HttpRequest> = {}): Promise<AttemptOutcome> =>
      new Promise((resolve) => {
        count += 1
        const id = more.id ?? `attempt ${count}`
        waiting.set(id, resolve)
        executor.start({
          id,
          runId: 'run',
          ownerId: 'local',
          workflow: 'Flow',
          step: 'Ask',
          iteration: 1,
          attempt: 1,
          undo: false,
          with: request,
          input: null,
          state: {},
          key: 'run/Ask/1/do',
          interruptions: 0,
          http: { request, fixedOrigin: true },
          ...more,
        })
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

export const secretsOf = (values: Record<string, string>, origins: Record<string, readonly string[]> = {}) => ({
  secrets: { find: (name: string) => values[name], originsOf: (name: string) => origins[name] },
})
