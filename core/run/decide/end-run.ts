import { isInFlow } from '../edges.ts'
import type { EndedBy } from '../events/lifecycle-event.ts'
import { stepsInRun } from '../names-in-run.ts'
import { downstreamOf } from '../reach.ts'
import { stepState } from '../state.ts'
import type { Status } from '../statuses.ts'
import { isOpen, type StepState } from '../step-state.ts'
import type { RunError } from '../words.ts'
import { closeTask } from './close-task.ts'
import type { Decision } from './decision.ts'
import { changePhase } from './envelope/change-phase.ts'
import { type BadOutcome, canRollBack, recordVerdict } from './envelope/verdict.ts'
import type { Failure } from './failure/failure.ts'
import { startRollback } from './rollback/start-rollback.ts'
import { endUnstartedOfEnding } from './rollback/unstarted-children.ts'

const statusOfCause = {
  child: 'FAILED_CHILD_WORKFLOW',
  worker_crash: 'FAILED_WORKER_CRASH',
} as const satisfies Record<NonNullable<Failure['cause']>, Status>

/** Completes a run that has no step left. */
export function endCompleted(decision: Decision): void {
  const { data } = decision.nextState
  endUnstartedOfEnding(decision)
  if (decision.nextState.header.envelope) changePhase(decision, { to: 'COMPLETED', event: 'success' })
  decision.emit({ type: 'workflow.run.completed', payload: { output: data, ...outcomeFacts(decision) } })
}

/** Ends a run after a final failure of a step or of the run itself; a saga rolls back first. */
export function endFailed(decision: Decision, error: RunError, cause?: Failure['cause']): void {
  if (decision.nextState.header.saga && canRollBack(decision)) {
    startRollback(decision, { cause: 'failure', error })
    return
  }
  // A failed variant fails its fan-out as a failed step fails a run, so that `fail_fast` decides the public status.
  const isFanOut = decision.nextState.header.fan_out !== undefined
  closeFailed(decision, error, cause === undefined || isFanOut ? 'FAILED' : statusOfCause[cause])
}

interface RollbackEnd {
  readonly notUndone?: readonly string[]
  readonly endedBy?: EndedBy | undefined
}

/**
 * Ends a run as failed. With `fail_fast`, a run with the status FAILED is recorded as cancelled (docs/lifecycle.md).
 */
export function closeFailed(
  decision: Decision,
  error: RunError,
  status: Status,
  { notUndone = [], endedBy }: RollbackEnd = {},
): void {
  const payload = {
    status,
    error,
    ...outcomeFacts(decision),
    ...(notUndone.length > 0 && { not_undone: notUndone }),
    ...(endedBy !== undefined && { ended_by: endedBy }),
  }
  if (status !== 'FAILED' || !decision.nextState.header.fail_fast) {
    closeRun(decision, { type: 'workflow.run.failed', payload }, error.step)
    return
  }
  const reason = error.step === undefined ? error.message : `${error.step} failed: ${error.message}`
  closeRun(
    decision,
    { type: 'workflow.run.cancelled', payload: { ...payload, cause: 'fail_fast', reason } },
    error.step,
  )
}

/**
 * Emits the closing batch: open tasks are closed, unmade children are given up, the outcome is recorded, then each step
 * that is in flight or never ran is skipped. Steps downstream of the failed one are skipped because of it.
 */
export function closeRun(decision: Decision, outcome: BadOutcome, failedStep?: string): void {
  const { nextState, executable } = decision
  for (const name of nextState.open) closeTask(decision, name, 'run_ended')
  endUnstartedOfEnding(decision)
  recordVerdict(decision, outcome)
  decision.emit(outcome)
  const downstream = failedStep === undefined ? undefined : followers(decision, failedStep)
  const concerned = stepsInRun(executable, nextState).filter(({ name }) => {
    if (!isInFlow(executable, nextState, name)) return false
    const container = executable.containerOf(name)
    if (container === undefined) return true
    // Body steps of a loop without rounds do not wait for their turn, nor do branches that were not opened.
    const around = stepState(nextState, container.name)
    return container.type === 'LOOP' ? around?.rounds !== undefined : isOpenBranch(around, name)
  })
  for (const { name } of concerned) {
    const step = stepState(nextState, name)
    if (step !== undefined && step.status !== 'again' && !isOpen(step)) continue
    const reason = !isOpen(step) && downstream?.has(name) ? 'failed' : 'run_ended'
    decision.emit({ type: 'workflow.node.skipped', step: name, iteration: step?.iteration ?? 1, payload: { reason } })
  }
}

function isOpenBranch(around: StepState | undefined, name: string): boolean {
  const flight = around?.fan?.flight ?? []
  return flight.some((flying) => flying.status === 'in_step' && flying.branch === name)
}

/** Steps downstream of the step, or of the steps around it. */
function followers({ executable }: Decision, step: string): ReadonlySet<string> {
  const around = executable.around(step).map(({ name }) => name)
  return new Set([step, ...around].flatMap((name) => [...downstreamOf(executable, name)]))
}

/** What every outcome says: the caller's own `state`, and the number of artifacts if there is one. */
export function outcomeFacts({ nextState: { header, artifacts } }: Decision) {
  const { client_state } = header
  return { ...(client_state !== undefined && { state: client_state }), ...(artifacts !== undefined && { artifacts }) }
}
