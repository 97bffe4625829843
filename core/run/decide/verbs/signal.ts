import type { SignalStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { countSignals } from '../../signals.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'
import { finishStep } from '../finish-step.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { misfits } from '../steps/signal.ts'

/** A signal goes to the step that has waited for its name the longest; without such a step the signal is queued. */
export function signal(decision: Decision, command: CommandOf<'signal'>): Refusal | null {
  const { nextState, executable } = decision
  const { actor, signal_name, payload: data, reason } = command
  if (nextState.outcome !== null) return refuseTransition(decision, 'signal')
  if (nextState.rollback !== null) return refuseTransition(decision, 'signal', 'it is rolling back')
  const sent = { signal: signal_name, data, actor, ...(reason !== undefined && { reason }) }
  const name = nextState.open.find((each) => {
    const state = stepState(nextState, each)
    return state?.status === 'waiting_signal' && state.signal === signal_name
  })
  if (name === undefined) {
    const refusal = refuseQueueing(decision, signal_name, data)
    if (refusal === null) decision.emit({ type: 'workflow.signal.received', payload: sent })
    return refusal
  }
  const step = executable.step(name) as SignalStep
  const refusal = refuseData(step, data)
  if (refusal !== null) return refusal
  const iteration = stepState(nextState, name)?.iteration as number
  decision.emit({ type: 'workflow.signal.received', step: name, iteration, payload: sent })
  finishStep(decision, step, { output: data })
  return null
}

/** Refuses a signal when the queue is full, or when its data fits none of the SIGNAL steps of that name. */
function refuseQueueing(decision: Decision, name: string, data: Json): Refusal | null {
  if (countSignals(decision.nextState) >= limits.run.queuedSignals) {
    return refuseTransition(decision, 'signal', `${limits.run.queuedSignals} signals are already waiting`)
  }
  const refusals = [...decision.executable.steps, ...decision.executable.repeated].flatMap((step) =>
    step.type === 'SIGNAL' && step.signal === name ? [refuseData(step, data)] : [],
  )
  return refusals.includes(null) ? null : (refusals[0] ?? null)
}

function refuseData(step: SignalStep, data: Json): Refusal | null {
  const errors = misfits(step, data)
  const [first] = errors
  if (first === undefined) return null
  const field = first.path === '' ? 'payload' : `payload.${first.path}`
  return refuse('INVALID_INPUT', `${field}: ${first.message}`, { field, errors })
}
