import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import type { ToolCall } from '#core/run/turn.ts'
import { environmentSource, readSecrets } from '../../../../../secrets.ts'
import { createAttempts } from '../../../testing/attempts.ts'
import { createServiceExecutor } from '../../service-executor.ts'

const closings: (() => unknown)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

interface ReceivedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: JsonObject
}

type ServerAnswer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: Json }

/** A server that speaks the protocol and gives the answers one after the other. */
export async function serveModel(
  kind: 'openai_compatible' | 'anthropic',
  answers: readonly (string | { readonly call: ToolCall } | ServerAnswer)[],
) {
  const asked: ReceivedRequest[] = []
  const left = [...answers]
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as JsonObject })
      const next = left.shift() ?? 'nothing more'
      const answer: ServerAnswer = typeof next === 'string' || 'call' in next ? { body: spoken(kind, next) } : next
      const { status = 200, headers = {}, body } = answer
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const connection = { kind, base_url: `http://127.0.0.1:${port}/v1`, model: 'small', api_key: 'key-of-the-model' }
  const attempts = createAttempts()
  const executor = createServiceExecutor(
    {
      allow: [`127.0.0.1:${port}`],
      secrets: environmentSource(readSecrets({ HEDDLE_CONNECTION_ai: JSON.stringify(connection) })),
      readFile: async () => null,
    },
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
  )
  closings.push(() => void executor.close())
  const ask = (request: JsonObject) =>
    attempts.make(executor, {
      step: 'Ask',
      with: null,
      input: null,
      state: {},
      key: 'run/Ask/1/do',
      service: { kind: 'ai', request: { connection: 'ai', prompt: 'How is it?', ...request } },
    })
  return { asked, ask }
}

const spoken = (kind: string, said: string | { readonly call: ToolCall }): Json =>
  kind === 'anthropic' ? spokenByAnthropic(said) : spokenByOpenAi(said)

function spokenByAnthropic(said: string | { readonly call: ToolCall }): Json {
  const part = typeof said === 'string' ? { type: 'text', text: said } : { type: 'tool_use', ...said.call }
  return { content: [part], stop_reason: 'end_turn', usage: { input_tokens: 10, output_tokens: 3 } }
}

function spokenByOpenAi(said: string | { readonly call: ToolCall }): Json {
  const usage = { prompt_tokens: 10, completion_tokens: 3 }
  if (typeof said === 'string')
    return { choices: [{ message: { role: 'assistant', content: said }, finish_reason: 'stop' }], usage }
  const { id, name, input } = said.call
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  return { choices: [{ message, finish_reason: 'tool_calls' }], usage }
}
