import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { ToolCall } from '#core/run/turn.ts'
import { ServiceFailure } from '../service-failure.ts'

/** A part of a conversation with a model; the result of a tool answers the call before it. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly call?: ToolCall }
  | { readonly role: 'tool'; readonly call: ToolCall; readonly text: string; readonly isError: boolean }

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly input_schema: Json
}

export interface Question {
  readonly model: string
  readonly system: string
  readonly maxTokens: number
  readonly temperature: Json | undefined
  readonly messages: readonly Message[]
  readonly tools: readonly OfferedTool[]
}

export interface Spoken {
  /** Empty beside a call. */
  readonly text: string
  /** The first call; others are dropped, because tools run one after the other. */
  readonly call?: ToolCall
  readonly inputTokens: number
  readonly outputTokens: number
}

interface Protocol {
  readonly path: string
  body(asked: Question): JsonObject
  read(answer: JsonObject): Spoken
}

const withTemperature = (temperature: Json | undefined): JsonObject =>
  typeof temperature === 'number' ? { temperature } : {}

export const protocols: Readonly<Record<'openai' | 'anthropic', Protocol>> = {
  openai: {
    path: '/chat/completions',
    body: ({ model, system, maxTokens, temperature, messages, tools }) => ({
      model,
      max_completion_tokens: maxTokens,
      ...withTemperature(temperature),
      messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.map(openAiMessage)],
      ...(tools.length > 0 && {
        parallel_tool_calls: false,
        tools: tools.map(({ name, description, input_schema: parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
      }),
    }),
    read({ choices, usage }) {
      const [choice] = listOf(choices)
      const { message, finish_reason } = objectOf(choice)
      const { prompt_tokens, completion_tokens } = objectOf(usage)
      const { content, tool_calls } = objectOf(message)
      const [called] = listOf(tool_calls)
      const { id, function: one } = objectOf(called)
      const { name, arguments: written } = objectOf(one)
      const call = typeof name === 'string' ? { id: String(id ?? ''), name, input: jsonIn(written) } : undefined
      return spoken({ text: content, call, isCut: finish_reason === 'length' }, prompt_tokens, completion_tokens)
    },
  },
  anthropic: {
    path: '/messages',
    body: ({ model, system, maxTokens, temperature, messages, tools }) => ({
      model,
      max_tokens: maxTokens,
      ...(system !== '' && { system }),
      ...withTemperature(temperature),
      messages: messages.map(anthropicMessage),
      ...(tools.length > 0 && {
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
        tools: tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
      }),
    }),
    read({ content, stop_reason, usage }) {
      const parts = listOf(content).map(objectOf)
      const texts = parts.map(({ text }) => text).filter((text) => typeof text === 'string')
      const used = parts.find(({ type }) => type === 'tool_use')
      const call = used && { id: String(used.id ?? ''), name: String(used.name), input: used.input ?? {} }
      const { input_tokens, output_tokens } = objectOf(usage)
      return spoken({ text: texts.join(''), call, isCut: stop_reason === 'max_tokens' }, input_tokens, output_tokens)
    },
  },
}

function openAiMessage(message: Message): JsonObject {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call.id, content: message.text }
  if (message.role === 'user' || message.call === undefined) return { role: message.role, content: message.text }
  const { id, name, input } = message.call
  const written = typeof input === 'string' ? input : JSON.stringify(input)
  const called = { id, type: 'function', function: { name, arguments: written } }
  return { role: 'assistant', content: message.text === '' ? null : message.text, tool_calls: [called] }
}

function anthropicMessage(message: Message): JsonObject {
  if (message.role === 'tool') {
    const { call, text, isError } = message
    const result = { type: 'tool_result', tool_use_id: call.id, content: text, ...(isError && { is_error: true }) }
    return { role: 'user', content: [result] }
  }
  if (message.role === 'user' || message.call === undefined) return { role: message.role, content: message.text }
  const { id, name, input } = message.call
  const text = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return {
    role: 'assistant',
    content: [...text, { type: 'tool_use', id, name, input: isJsonObject(input) ? input : {} }],
  }
}

export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {}
export const listOf = (value: Json | undefined): readonly Json[] =>
  value !== undefined && isJsonList(value) ? value : []

/** The JSON of a text; the text itself where it is none. */
function jsonIn(written: Json | undefined): Json {
  if (typeof written !== 'string') return written ?? {}
  try {
    return written.trim() === '' ? {} : (JSON.parse(written) as Json)
  } catch {
    return written
  }
}

function spoken(
  {
    text,
    call,
    isCut,
  }: { readonly text: Json | undefined; readonly call: ToolCall | undefined; readonly isCut: boolean },
  input: Json | undefined,
  output: Json | undefined,
): Spoken {
  if (isCut) {
    throw new ServiceFailure(
      'AI_CUT_OFF',
      'The answer reached its maximum of tokens. Raise max_tokens, or ask for less.',
      false,
    )
  }
  const said = typeof text === 'string' ? text : ''
  if (said.trim() === '' && call === undefined) {
    throw new ServiceFailure('AI_ANSWER_INVALID', 'The model gave no text.', true)
  }
  const tokens = { inputTokens: Number(input) || 0, outputTokens: Number(output) || 0 }
  return { text: said, ...(call !== undefined && { call }), ...tokens }
}
