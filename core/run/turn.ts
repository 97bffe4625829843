import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Rounds } from './rounds.ts'
import type { RunState } from './state.ts'
import type { Completed } from './step-state.ts'

/**
 * One call of the model of an AI step with tools, as its step records it. It has an `answer`, or the call of a tool, or
 * what is wrong with both in `rejected`.
 */
export interface ModelTurn {
  /** Text of the model beside a call, or instead of a usable answer. */
  readonly text?: string
  readonly call?: ToolCall
  readonly rejected?: string
  readonly answer?: Json
  readonly model: string
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

export interface ToolCall {
  /** The id that the provider gave the call. */
  readonly id: string
  readonly name: string
  /** A text where the model wrote no JSON. */
  readonly input: Json
}

/** A turn that is over, with what came of its call: the next turn of the model reads it. */
export interface EndedTurn {
  readonly turn: ModelTurn
  /** The step that gave the result: the tool, or the approval that was refused. Absent where no tool was called. */
  readonly of?: string
  readonly result?: Json
  readonly error?: { readonly code: string; readonly message: string }
}

/**
 * The turn of a round that ends. `resultOf`: the last step of the round that completed; absent where an operator skipped
 * the call of the model, whose output is then of an earlier round.
 */
export function turnOfRound(
  { steps, outputs }: Pick<RunState, 'steps' | 'outputs'>,
  turnOf: string,
  resultOf: string | undefined,
): JsonObject {
  if (resultOf === undefined) return { turn: null }
  const turn = outputs[turnOf]?.output ?? null
  if (resultOf === turnOf) return { turn }
  const { ignoredError: error } = steps[resultOf] as Completed
  const failed = error === undefined ? {} : { error: { code: error.code, message: error.message } }
  return { turn, of: resultOf, result: outputs[resultOf]?.output ?? null, ...failed }
}

/** The turns before the current one. */
export function endedTurns({ results = [] }: Rounds): readonly EndedTurn[] {
  return results.flat().map((each) => {
    const ended = each as unknown as EndedTurn
    return { ...ended, turn: modelTurn(ended.turn as unknown as Json) }
  })
}

/** The turn that a step recorded; an operator may have given it any output. */
export function modelTurn(output: Json | undefined): ModelTurn {
  const written = output !== undefined && isJsonObject(output) ? output : {}
  const usage = isJsonObject(written.usage ?? null) ? (written.usage as JsonObject) : {}
  const count = (value: Json | undefined) => (typeof value === 'number' ? value : 0)
  return {
    ...(written as unknown as ModelTurn),
    usage: { input_tokens: count(usage.input_tokens), output_tokens: count(usage.output_tokens) },
  }
}
