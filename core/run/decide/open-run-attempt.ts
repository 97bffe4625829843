import type { Json } from '#core/json.ts'
import { downstreamOf } from '../reach.ts'
import { stepState } from '../state.ts'
import { isSuperseded, type StepState } from '../step-state.ts'
import type { ActorRef, ReopenedStep } from '../words.ts'
import type { Decision } from './decision.ts'
import { setRunTimer } from './keep-clocks.ts'

interface NewAttempt {
  readonly actor: ActorRef
  readonly from_step?: string | undefined
  readonly input?: Json | undefined
  readonly reason?: string | undefined
}

/**
 * Opens the next attempt of a failed run. Unfinished steps run again; with `from_step`, that step and all steps
 * downstream do too.
 */
export function openRunAttempt(decision: Decision, why: NewAttempt): void {
  const { actor, from_step, input, reason } = why
  const { nextState, executable } = decision
  const names = executable.steps.map((step) => step.name)
  const again = from_step === undefined ? new Set<string>() : downstreamOf(executable, from_step)
  const steps: ReopenedStep[] = []
  for (const name of names) {
    const state = stepState(nextState, name)
    if (state === undefined || !(again.has(name) || isUnfinished(state) || isInterrupted(decision, name))) continue
    if (executable.loopsAround(name).some((loop) => again.has(loop.name))) continue
    // An undone visit is over, and a loop whose results are forgotten begins with its first round.
    const isNew = state.status === 'completed' || state.undone || (again.has(name) && state.rounds !== undefined)
    const iteration = isNew ? state.iteration + 1 : state.iteration
    const { entered } = state
    // A jump from a step that runs again no longer counts; `from_step` itself keeps its entry.
    const stillEntered = entered !== undefined && (!again.has(name) || name === from_step || !again.has(entered))
    steps.push({ step: name, iteration, ...(stillEntered && { entered }) })
  }
  const run_attempt = nextState.runAttempt + 1
  const given = { ...(input !== undefined && { input }), ...(reason !== undefined && { reason }) }
  const from = from_step === undefined ? {} : { from_step }
  decision.emit({ type: 'workflow.run.retried', payload: { actor, ...from, ...given, run_attempt } })
  const inAgain = (name: string) => again.has(name) || executable.loopsAround(name).some((loop) => again.has(loop.name))
  const forgotten = from_step === undefined ? {} : { forgotten: names.filter(inAgain) }
  decision.emit({ type: 'workflow.run.reopened', payload: { reason: 'retry', steps, ...forgotten } })
  const { timeout_seconds } = executable.definition
  if (timeout_seconds !== undefined) setRunTimer(decision, Math.round(timeout_seconds * 1_000))
  decision.agenda.push(...names)
}

/** Whether the step was in flight when its loop ended early. The loop continues in that round, and so does the step. */
function isInterrupted(decision: Decision, name: string): boolean {
  const { nextState, executable } = decision
  const state = stepState(nextState, name)
  const loop = executable.loopOf(name)
  if (loop === undefined || !isSuperseded(state)) return false
  const around = stepState(nextState, loop.name)
  return (around !== undefined && isUnfinished(around)) || isInterrupted(decision, loop.name)
}

/** Whether the step failed for good, was interrupted, was skipped because of a failure, or was undone by a saga. */
export function isUnfinished(state: StepState): boolean {
  if (state.status === 'failed') return !state.handled
  if (state.status === 'skipped') return state.reason === 'failed' || state.reason === 'run_ended'
  return state.undone === true
}
