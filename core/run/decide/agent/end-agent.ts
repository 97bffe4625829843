import { modelStep } from '#core/definition/agent/agent-loop.ts'
import type { LoopStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Rounds } from '../../rounds.ts'
import type { RunState } from '../../state.ts'
import { endedTurns, type ModelTurn, modelTurn } from '../../turn.ts'
import { finalFailure } from '../failure/failure.ts'

const lastTurn = ({ outputs }: Pick<RunState, 'outputs'>, agent: string): ModelTurn =>
  modelTurn(outputs[modelStep(agent)]?.output)

/** Whether the model has answered in the round that ends. */
export const hasAnswered = (state: Pick<RunState, 'outputs'>, agent: string): boolean =>
  lastTurn(state, agent).answer !== undefined

/** The result of an AI step with tools: that of one without, with the number of its turns. */
export function answerOfAgent(state: Pick<RunState, 'outputs'>, { name }: LoopStep, rounds: Rounds): Json {
  const last = lastTurn(state, name)
  const turns = [...endedTurns(rounds).map(({ turn }) => turn), last]
  const usage = turns.reduce(
    (sum, turn) => ({
      input_tokens: sum.input_tokens + turn.usage.input_tokens,
      output_tokens: sum.output_tokens + turn.usage.output_tokens,
    }),
    { input_tokens: 0, output_tokens: 0 },
  )
  return { answer: last.answer ?? null, model: last.model ?? null, usage: { calls: turns.length, ...usage } }
}

/** The tokens of all calls of the model before the current one. */
export const tokensUsed = (rounds: Rounds): number =>
  endedTurns(rounds).reduce((sum, { turn: { usage } }) => sum + usage.input_tokens + usage.output_tokens, 0)

export const tooManyTurns = (name: string, most: number) =>
  finalFailure(
    'AI_TURNS_EXCEEDED',
    `The model of ${name} had no answer after ${most} turns. Raise max_turns, or make the task smaller.`,
  )
