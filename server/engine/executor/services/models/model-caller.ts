import { Agent } from 'undici'
import type { Json, JsonObject, JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { credentialsOf } from '../../connections/http-credentials.ts'
import { guardedConnect } from '../../http/guarded-connect.ts'
import { retryAfterMs } from '../../http/read-answer.ts'
import { readUrl } from '../../http/read-url.ts'
import { type Answer, sendRequest } from '../../http/send-request.ts'
import type { ServiceCall } from '../service.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type Message, type OfferedTool, objectOf, protocols, type Spoken } from './protocols.ts'

/** Calls the model of an AI step. Every call asks with the settings of the step. */
export interface ModelCaller {
  readonly model: string
  readonly schema: JsonSchema | undefined
  speak(messages: readonly Message[], tools?: readonly OfferedTool[]): Promise<Spoken>
  close(): Promise<void>
}

export function modelCaller({ connection, request, guard, signal }: ServiceCall): ModelCaller {
  const model = String(request.model ?? connection.settings.model ?? '')
  if (model === '') {
    throw new ServiceFailure('AI_INVALID', 'The step names no model, and neither does its connection.', false)
  }
  const schema = request.output_schema as JsonSchema | undefined
  const maxTokens = typeof request.max_tokens === 'number' ? request.max_tokens : limits.ai.tokens
  const system = [request.system, schema && instructionFor(schema)]
    .filter((part) => typeof part === 'string')
    .join('\n\n')
  const agent = new Agent({
    connect: guardedConnect({ ...guard, connectMs: limits.http.connectMs }),
    headersTimeout: limits.http.longestMs,
    bodyTimeout: limits.http.longestMs,
  })
  return {
    model,
    schema,
    async speak(messages, tools = []) {
      const { path, body, read } = protocols[connection.kind === 'anthropic' ? 'anthropic' : 'openai']
      const { baseUrl, headers } = credentialsOf(connection)
      const asked = { model, system, maxTokens, temperature: request.temperature, messages, tools }
      const answer = await sendRequest(
        agent,
        {
          method: 'POST',
          url: readUrl(baseUrl.replace(/\/$/, '') + path),
          headers: new Map([
            ['content-type', 'application/json'],
            ['accept', 'application/json'],
            ['user-agent', 'Heddle'],
            ...Object.entries(headers),
          ]),
          confidential: new Set(Object.keys(headers)),
          body: JSON.stringify(body(asked)),
          bodyIsConfidential: true,
          isExpected: () => true,
          redirects: 0,
        },
        signal,
      )
      return read(answerOf(answer))
    },
    close: () => agent.destroy(),
  }
}

const instructionFor = (schema: JsonSchema) =>
  `Answer with one JSON value and nothing else. It has to be valid against this JSON Schema:\n${JSON.stringify(schema)}`

/** The JSON of an answer. Overloads and limits of the provider pass; what is wrong with the request or the key stays. */
function answerOf({ status, bytes, raw }: Answer): JsonObject {
  const text = bytes.toString()
  if (status === 200) {
    try {
      return objectOf(JSON.parse(text) as Json)
    } catch {
      throw new ServiceFailure('AI_ANSWER_INVALID', 'The server did not answer with JSON.', true)
    }
  }
  const said = text.slice(0, 500).trim()
  const retryable = status >= 500 || status === 429 || status === 408
  const code = status === 401 || status === 403 ? 'AI_LOGIN_REFUSED' : retryable ? 'AI_UNAVAILABLE' : 'AI_REFUSED'
  const failure = new ServiceFailure(code, `The server of the model answered with ${status}: ${said}`, retryable)
  throw Object.assign(failure, { waitMs: retryAfterMs(raw['retry-after'], Date.now()) })
}
