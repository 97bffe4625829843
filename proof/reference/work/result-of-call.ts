import type { Call, CallResult } from '../work.ts'
import type { FunctionScript, SimulatedWork } from './simulated-work.ts'

/** What a call of a step's function gives: the same every time it is made. */
export function resultOfCall({ functions }: SimulatedWork, { step, iteration, attempt, undo }: Call): CallResult {
  const script = scriptOf(functions, step, undo)
  if (script.failures === null || attempt <= script.failures) {
    return { ok: false, code: script.code, retryable: script.retryable }
  }
  if (script.says === 'nothing') return { ok: true, output: null }
  return { ok: true, output: script.says === 'list' ? [iteration] : { by: step, iteration, attempt } }
}

export function scriptOf(functions: SimulatedWork['functions'], step: string, undo: boolean): FunctionScript {
  const script = functions[undo ? `${step}.undo` : step]
  if (script === undefined) throw new Error(`nothing is known of the function of ${step}`)
  return script
}
