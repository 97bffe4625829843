import type { Json } from '#core/json.ts'
import type { StepOutput } from './step-output.ts'

/** The progress of a LOOP step: the rounds that ended, and the current one. */
export interface Rounds {
  /** Names of the steps of its body. */
  readonly body: readonly string[]
  /** The list, evaluated once; absent on a WHILE loop. */
  readonly items?: readonly Json[]
  /** Number of the current round, from 0; -1 before the first. */
  readonly round: number
  /**
   * Results of the rounds so far, where the step keeps them: in chunks, so that a round costs the same late as early.
   */
  readonly results?: readonly (readonly Json[])[]
  /** Of an AI step with tools: what it asks its model, rendered once. Its results are the turns so far (turn.ts). */
  readonly asked?: Json
}

/** A round's result is the output of one of its steps, or nothing if none completed. */
export function resultOfRound(
  { outputs }: { readonly outputs: Readonly<Record<string, StepOutput>> },
  step: string | undefined,
): Json {
  return step === undefined ? null : (outputs[step] as StepOutput).output
}

const chunkSize = 128

export function withResult(results: readonly (readonly Json[])[], result: Json): readonly (readonly Json[])[] {
  const last = results.at(-1)
  if (last === undefined || last.length === chunkSize) return [...results, [result]]
  return [...results.slice(0, -1), [...last, result]]
}
