import { Agent } from 'undici'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, type JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { credentialsOf } from '../connections/http-credentials.ts'
import { guardedConnect } from '../http/guarded-connect.ts'
import { retryAfterMs } from '../http/read-answer.ts'
import { readUrl } from '../http/read-url.ts'
import { type Answer, sendRequest } from '../http/send-request.ts'
import { completedWith } from '../json-result.ts'
import type { ServiceCall } from './service.ts'
import { ServiceFailure } from './service-failure.ts'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

interface Spoken {
  readonly text: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * Asks a model once. An answer that does not fit the schema of the step is sent back once with what is wrong; a second one
 * fails the step. Tokens of both calls stand in the result.
 */
export async function askModel({ connection, request, guard, signal }: ServiceCall): Promise<AttemptOutcome> {
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
  const speak = async (messages: readonly Message[]): Promise<Spoken> => {
    const { path, body, read } = protocols[connection.kind === 'anthropic' ? 'anthropic' : 'openai']
    const { baseUrl, headers } = credentialsOf(connection)
    const asked = { model, system, maxTokens, temperature: request.temperature, messages }
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
  }
  try {
    const prompt: Message = { role: 'user', content: String(request.prompt ?? '') }
    const first = await speak([prompt])
    if (schema === undefined) return completed(first.text, model, [first])
    const read = readAnswer(first.text, schema)
    if (read.ok) return completed(read.value, model, [first])
    const correction = `This answer cannot be used: ${read.message} Answer again with the JSON alone.`
    const second = await speak([
      prompt,
      { role: 'assistant', content: first.text },
      { role: 'user', content: correction },
    ])
    const again = readAnswer(second.text, schema)
    if (again.ok) return completed(again.value, model, [first, second])
    throw new ServiceFailure('AI_ANSWER_INVALID', `The model gave no usable JSON, asked twice: ${again.message}`, false)
  } finally {
    await agent.destroy()
  }
}

const instructionFor = (schema: JsonSchema) =>
  `Answer with one JSON value and nothing else. It has to be valid against this JSON Schema:\n${JSON.stringify(schema)}`

function completed(answer: Json, model: string, calls: readonly Spoken[]): AttemptOutcome {
  const sum = (count: (call: Spoken) => number) => calls.reduce((total, call) => total + count(call), 0)
  const usage = {
    calls: calls.length,
    input_tokens: sum(({ inputTokens }) => inputTokens),
    output_tokens: sum(({ outputTokens }) => outputTokens),
  }
  return completedWith({ answer, model, usage }, { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth })
}

type ReadAnswer = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string }

/** JSON that may stand in a fenced block, which many models write in spite of the instruction. */
function readAnswer(text: string, schema: JsonSchema): ReadAnswer {
  const inside = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  let value: Json
  try {
    value = JSON.parse(inside) as Json
  } catch {
    return { ok: false, message: 'It is not JSON.' }
  }
  const [fault] = validateJson(schema, value)
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, message: `${fault.path || 'The value'}: ${fault.message}` }
}

interface Question {
  readonly model: string
  readonly system: string
  readonly maxTokens: number
  readonly temperature: Json | undefined
  readonly messages: readonly Message[]
}

interface Protocol {
  readonly path: string
  body(asked: Question): JsonObject
  read(answer: JsonObject): Spoken
}

const withTemperature = (temperature: Json | undefined): JsonObject =>
  typeof temperature === 'number' ? { temperature } : {}
const plain = (messages: readonly Message[]): Json => messages.map(({ role, content }) => ({ role, content }))

const protocols: Readonly<Record<'openai' | 'anthropic', Protocol>> = {
  openai: {
    path: '/chat/completions',
    body: ({ model, system, maxTokens, temperature, messages }) => ({
      model,
      max_completion_tokens: maxTokens,
      ...withTemperature(temperature),
      messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...(plain(messages) as Json[])],
    }),
    read({ choices, usage }) {
      const [choice] = listOf(choices)
      const { message, finish_reason } = objectOf(choice)
      const { prompt_tokens, completion_tokens } = objectOf(usage)
      const { content } = objectOf(message)
      return spoken(content, finish_reason === 'length', prompt_tokens, completion_tokens)
    },
  },
  anthropic: {
    path: '/messages',
    body: ({ model, system, maxTokens, temperature, messages }) => ({
      model,
      max_tokens: maxTokens,
      ...(system !== '' && { system }),
      ...withTemperature(temperature),
      messages: plain(messages),
    }),
    read({ content, stop_reason, usage }) {
      const texts = listOf(content)
        .map((part) => objectOf(part).text)
        .filter((text) => typeof text === 'string')
      const { input_tokens, output_tokens } = objectOf(usage)
      return spoken(
        texts.length === 0 ? null : texts.join(''),
        stop_reason === 'max_tokens',
        input_tokens,
        output_tokens,
      )
    },
  },
}

const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {})
const listOf = (value: Json | undefined): readonly Json[] => (value !== undefined && isJsonList(value) ? value : [])

function spoken(text: Json | undefined, isCut: boolean, input: Json | undefined, output: Json | undefined): Spoken {
  if (isCut) {
    throw new ServiceFailure(
      'AI_CUT_OFF',
      'The answer reached its maximum of tokens. Raise max_tokens, or ask for less.',
      false,
    )
  }
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ServiceFailure('AI_ANSWER_INVALID', 'The model gave no text.', true)
  }
  return { text, inputTokens: Number(input) || 0, outputTokens: Number(output) || 0 }
}

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
