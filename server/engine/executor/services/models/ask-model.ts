import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { completedWith } from '../../json-result.ts'
import type { ServiceCall } from '../service.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type ModelCaller, modelCaller } from './model-caller.ts'
import type { Message, Spoken } from './protocols.ts'
import { correctionOf, readAnswer } from './read-answer.ts'
import { takeTurn } from './take-turn.ts'

/** Calls the model of an AI step: for its answer, or for the next turn of a step with tools. */
export async function askModel(call: ServiceCall): Promise<AttemptOutcome> {
  const caller = modelCaller(call)
  const bounds = { bytes: limits.run.resultBytes, depth: limits.run.jsonDepth }
  try {
    const result = call.request.tools === undefined ? answer(caller, call) : takeTurn(caller, call.request)
    return completedWith(await result, bounds)
  } finally {
    await caller.close()
  }
}

/**
 * Asks a model once. An answer that does not fit the schema of the step is sent back once with what is wrong; a second one
 * fails the step. Tokens of both calls stand in the result.
 */
async function answer({ model, schema, speak }: ModelCaller, { request }: ServiceCall): Promise<Json> {
  const prompt: Message = { role: 'user', text: String(request.prompt ?? '') }
  const first = await speak([prompt])
  if (schema === undefined) return completed(first.text, model, [first])
  const read = readAnswer(first.text, schema)
  if (read.ok) return completed(read.value, model, [first])
  const second = await speak([
    prompt,
    { role: 'assistant', text: first.text },
    { role: 'user', text: correctionOf(read.message) },
  ])
  const again = readAnswer(second.text, schema)
  if (again.ok) return completed(again.value, model, [first, second])
  throw new ServiceFailure('AI_ANSWER_INVALID', `The model gave no usable JSON, asked twice: ${again.message}`, false)
}

function completed(answer: Json, model: string, calls: readonly Spoken[]): Json {
  const sum = (count: (call: Spoken) => number) => calls.reduce((total, call) => total + count(call), 0)
  const usage = {
    calls: calls.length,
    input_tokens: sum(({ inputTokens }) => inputTokens),
    output_tokens: sum(({ outputTokens }) => outputTokens),
  }
  return { answer, model, usage }
}
