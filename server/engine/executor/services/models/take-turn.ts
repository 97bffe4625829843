import { approvalStep } from '#core/definition/agent/agent-loop.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { EndedTurn, ModelTurn, ToolCall } from '#core/run/turn.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { ModelCaller } from './model-caller.ts'
import { listOf, type Message, type OfferedTool, objectOf } from './protocols.ts'
import { correctionOf, readAnswer } from './read-answer.ts'

/**
 * One turn of a model with tools: one call, over the turns before. A call of an unknown tool, arguments that do not fit,
 * and an unusable answer become a turn too; the next one says what is wrong. Two unusable answers in a row fail the step.
 */
export async function takeTurn(
  { model, schema, speak }: ModelCaller,
  request: Readonly<Record<string, Json | undefined>>,
): Promise<Json> {
  const tools = listOf(request.tools) as unknown as readonly OfferedTool[]
  const turns = listOf(request.turns) as unknown as readonly EndedTurn[]
  const prompt: Message = { role: 'user', text: String(request.prompt ?? '') }
  const { text, call, inputTokens, outputTokens } = await speak([prompt, ...turns.flatMap(messagesOf)], tools)
  const common = { model, usage: { input_tokens: inputTokens, output_tokens: outputTokens } }
  if (call !== undefined) {
    const rejected = faultOfCall(call, tools)
    const said = text.trim() === '' ? {} : { text }
    return jsonOf({ ...said, call, ...(rejected !== null && { rejected }), ...common })
  }
  if (schema === undefined) return jsonOf({ answer: text, ...common })
  const read = readAnswer(text, schema)
  if (read.ok) return jsonOf({ answer: read.value, ...common })
  const before = turns.at(-1)?.turn
  if (before?.rejected !== undefined && before.call === undefined) {
    throw new ServiceFailure('AI_ANSWER_INVALID', `The model gave no usable JSON, asked twice: ${read.message}`, false)
  }
  return jsonOf({ text, rejected: read.message, ...common })
}

const jsonOf = (turn: ModelTurn): Json => turn as unknown as Json

/** What is wrong with a call; null where its tool may run. */
function faultOfCall({ name, input }: ToolCall, tools: readonly OfferedTool[]): string | null {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) return `There is no tool ${name}. The tools are: ${tools.map((one) => one.name).join(', ')}.`
  if (!isJsonObject(input)) return 'The arguments of a tool have to be a JSON object.'
  const [fault] = validateJson(tool.input_schema as JsonSchema, input)
  return fault === undefined ? null : `The arguments do not fit: ${fault.path || 'the object'}: ${fault.message}`
}

/** An ended turn as the model reads it again: what it said, and what came of it. */
function messagesOf(ended: EndedTurn): readonly Message[] {
  const { text = '', call, rejected } = ended.turn
  const said: Message = { role: 'assistant', text, ...(call !== undefined && { call }) }
  if (call === undefined) return [said, { role: 'user', text: correctionOf(rejected ?? 'It is no answer.') }]
  return [said, { role: 'tool', call, ...resultOf(ended) }]
}

function resultOf({ turn, of, result, error }: EndedTurn): { readonly text: string; readonly isError: boolean } {
  if (turn.rejected !== undefined) return { text: turn.rejected, isError: true }
  if (error !== undefined) return { text: `The tool failed with ${error.code}: ${error.message}`, isError: true }
  if (of?.endsWith(approvalStep('', turn.call?.name ?? '')) === true) {
    const { reason } = objectOf(result)
    const why = typeof reason === 'string' && reason !== '' ? ` The reason: ${reason}` : ''
    return { text: `A person has refused this call.${why}`, isError: true }
  }
  const text = JSON.stringify(result ?? null)
  const { resultCharacters: most } = limits.ai
  return { text: text.length <= most ? text : `${text.slice(0, most)}… (cut off)`, isError: false }
}
