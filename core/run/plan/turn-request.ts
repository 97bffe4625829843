import type { LoopStep } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { RunState } from '../state.ts'
import type { Looping } from '../step-state.ts'
import { endedTurns } from '../turn.ts'

/** The loop that executes an AI step with tools. */
type AgentLoop = LoopStep & Required<Pick<LoopStep, 'asks'>>

/** What a turn asks the model: the question of its AI step, the tools, and the turns so far. */
export function turnRequest(executable: ExecutableDefinition, { steps }: RunState, agent: string): Json {
  const { rounds } = steps[agent] as Looping
  const { asked = {} } = rounds
  const { tools } = (executable.step(agent) as AgentLoop).asks
  return {
    ...(isJsonObject(asked) && asked),
    tools: tools.map(({ name, description = '', input_schema = { type: 'object' } }) => ({
      name,
      description,
      input_schema,
    })),
    turns: endedTurns(rounds) as unknown as Json,
  }
}
