import type { Step } from '#core/definition/definition.ts'
import { branchLists } from '#core/definition/inner-lists.ts'
import type { Json } from '#core/json.ts'
import { namesInRun, stepsInRun } from '../names-in-run.ts'
import { downstreamOf } from '../reach.ts'
import { stepState } from '../state.ts'
import { isSuperseded, type StepState } from '../step-state.ts'
import type { ActorRef, ReopenedStep } from '../words.ts'
import type { Decision } from './decision.ts'
import { changePhase } from './envelope/change-phase.ts'
import { setRunTimer } from './keep-clocks.ts'
import { isBranch } from './parallel/is-branch.ts'

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
  const names = namesInRun(executable, nextState)
  const aroundUndone = namesAroundUndone(decision)
  const again = from_step === undefined ? new Set<string>() : downstreamOf(executable, from_step)
  const steps: ReopenedStep[] = []
  for (const name of names) {
    const state = stepState(nextState, name)
    const undone = aroundUndone.has(name)
    if (state === undefined || !(again.has(name) || isUnfinished(state) || isInterrupted(decision, name) || undone)) {
      continue
    }
    if (executable.around(name).some((container) => again.has(container.name))) continue
    if (isOfEndedParallel(decision, name, aroundUndone)) continue
    // An undone visit is over, and so is that of a PARALLEL step with an undone branch, and of a loop around it. A loop
    // whose results are forgotten begins with its first round, a PARALLEL step of whole steps with all of them.
    const hasRun = state.rounds !== undefined || (state.attempt > 0 && hasBranches(executable.step(name)))
    const forgets = again.has(name) && hasRun
    const isNew = state.status === 'completed' || state.undone || undone || forgets
    const iteration = isNew ? state.iteration + 1 : state.iteration
    const { entered } = state
    // A jump from a step that runs again no longer counts; `from_step` itself keeps its entry.
    const stillEntered = entered !== undefined && (!again.has(name) || name === from_step || !again.has(entered))
    steps.push({ step: name, iteration, ...(stillEntered && { entered }) })
  }
  // A run that failed for want of a slot begins now.
  const hasBegun = nextState.startedAt !== null
  const run_attempt = nextState.runAttempt + 1
  const given = { ...(input !== undefined && { input }), ...(reason !== undefined && { reason }) }
  const from = from_step === undefined ? {} : { from_step }
  const isEnveloped = nextState.header.envelope === true
  if (isEnveloped) changePhase(decision, { to: 'READY', event: 'Retry', actor })
  decision.emit({ type: 'workflow.run.retried', payload: { actor, ...from, ...given, run_attempt } })
  const inAgain = (name: string) =>
    again.has(name) || executable.around(name).some((container) => again.has(container.name))
  const forgotten = from_step === undefined ? {} : { forgotten: names.filter(inAgain) }
  decision.emit({ type: 'workflow.run.reopened', payload: { reason: 'retry', steps, ...forgotten } })
  // The steps of a run with an envelope begin again behind its locks.
  if (isEnveloped) return
  if (!hasBegun) decision.emit({ type: 'workflow.run.started', payload: {} })
  const { timeout_seconds } = executable.definition
  if (timeout_seconds !== undefined) setRunTimer(decision, Math.round(timeout_seconds * 1_000))
  decision.agenda.push(...names)
}

/** The steps around undone branches: their results are no longer in force, and they begin anew. */
function namesAroundUndone({ nextState, executable }: Decision): ReadonlySet<string> {
  const undone = stepsInRun(executable, nextState).filter(
    ({ name }) => stepState(nextState, name)?.undone && isBranch(executable, name),
  )
  return new Set(undone.flatMap(({ name }) => executable.around(name).map((container) => container.name)))
}

function hasBranches(step: Step): boolean {
  return step.type === 'PARALLEL' && branchLists(step).length > 0
}

/** Whether the PARALLEL step of a branch has ended well, whatever came of the branch. */
function isOfEndedParallel(decision: Decision, name: string, aroundUndone: ReadonlySet<string>): boolean {
  const { nextState, executable } = decision
  const container = executable.containerOf(name)
  if (container?.type !== 'PARALLEL') return false
  const around = stepState(nextState, container.name)
  const isOver = around !== undefined && !isUnfinished(around) && !isInterrupted(decision, container.name)
  return isOver && !aroundUndone.has(container.name)
}

/**
 * Whether the step was in flight when the step around it ended early. A loop continues in that round, a PARALLEL step with
 * that item, and so does the step.
 */
function isInterrupted(decision: Decision, name: string): boolean {
  const { nextState, executable } = decision
  const state = stepState(nextState, name)
  const container = executable.containerOf(name)
  if (container === undefined || !isSuperseded(state)) return false
  const around = stepState(nextState, container.name)
  return (around !== undefined && isUnfinished(around)) || isInterrupted(decision, container.name)
}

/** Whether the step failed for good, was interrupted, was skipped because of a failure, or was undone by a saga. */
export function isUnfinished(state: StepState): boolean {
  if (state.status === 'failed') return !state.handled
  if (state.status === 'skipped') return state.reason === 'failed' || state.reason === 'run_ended'
  return state.undone === true
}
