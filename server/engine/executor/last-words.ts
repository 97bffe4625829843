import type { Message } from '../append.ts'
import type { FunctionRequest } from '../ports.ts'
import { quarantined } from './function-executor.ts'

/** What the run of a step hears if this engine dies while the step runs alone. */
export function lastWords(request: FunctionRequest): Message {
  const { step, iteration, attempt, item, undo } = request
  const command = {
    type: 'attempt_ended',
    step,
    iteration,
    attempt,
    ...(item !== undefined && { item }),
    ...(undo && { undo }),
  } as const
  return { to: request.runId, command: { ...command, outcome: quarantined(request) } }
}
