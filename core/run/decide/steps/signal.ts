import type { SignalStep } from '#core/definition/definition.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { queuedSignals } from '../../signals.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { scopeOf } from '../text/expressions.ts'
import { renderName } from '../text/render-text.ts'
import { recordStart, setTimeoutTimer, type Visit } from './visit.ts'

/**
 * Waits for a signal by its name, which may hold data of the run (`paid-{{ input.order_id }}`), so that a sender can
 * address one of several waits. A queued signal that fits is taken at once.
 */
export function startSignal(decision: Decision, step: SignalStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const name = renderName(decision, step.signal, scopeOf(decision, step.name), { step: step.name, field: 'signal' })
  if (!name.ok) {
    const { code, message } = name.failure.error
    failStep(decision, step, code === 'TEXT_REQUIRED' ? finalFailure('WAIT_INVALID', message) : name.failure)
    return
  }
  const signal = name.value
  const { iteration } = visit
  const queue = queuedSignals(decision.nextState, signal)
  const place = queue.findIndex((data) => misfits(step, data).length === 0)
  const data = queue[place]
  if (data === undefined) {
    decision.emit({ type: 'workflow.signal.awaited', step: step.name, iteration, payload: { signal } })
    setTimeoutTimer(decision, step, visit)
    return
  }
  decision.emit({ type: 'workflow.signal.taken', step: step.name, iteration, payload: { signal, place } })
  finishStep(decision, step, { output: data })
}

/** Reasons why a signal's data does not fit the step; empty if it does. */
export function misfits(step: SignalStep, data: Json): readonly { readonly path: string; readonly message: string }[] {
  const errors = step.schema === undefined ? [] : validateJson(step.schema, data)
  if (errors.length > 0 || data === null || isJsonObject(data) || step.output_key !== undefined) return errors
  return [{ path: '', message: `must be an object: ${step.name} merges it into state` }]
}
