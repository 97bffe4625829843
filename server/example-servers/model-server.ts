import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type Json } from '#core/json.ts'
import type { ExampleServer } from './example-server.ts'
import { scriptedAnswer } from './scripted-model.ts'
import { exampleTuning } from './tuning.ts'

/** A server on this machine that speaks the chat completions protocol. No model is behind it: its answers are scripted. */
export async function startExampleModel(): Promise<ExampleServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    settings: { base_url: `http://127.0.0.1:${port}/v1`, model: 'example' },
    secrets: { api_key: 'example' },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: Json) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    send(404, { error: { message: 'The example model answers POST /v1/chat/completions only.' } })
    return
  }
  const body = await bodyOf(request)
  if (isJsonObject(body)) send(200, scriptedAnswer(body))
  else send(400, { error: { message: 'The body must be a JSON object of at most 4 MB.' } })
}

/** The JSON of a request; null where it is none, or too large. */
async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > exampleTuning.requestBytes) return null
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as Json
  } catch {
    return null
  }
}
