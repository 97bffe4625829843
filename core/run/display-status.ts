import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type RunState, stepState } from './state.ts'
import type { StepState } from './step-state.ts'
import { isForSignal } from './views/waits.ts'

/** The standing of a step for all views: the graph, the panel of a step, the grid of many runs. */
export const displayStatuses = [
  'not_reached',
  'again',
  'running',
  'with_workers',
  'retrying',
  'waiting_person',
  'waiting_time',
  'waiting_signal',
  'waiting_child',
  'person_below',
  'signal_below',
  'somebody_below',
  'fanned_out',
  'looping',
  'completed',
  'failed_ignored',
  'failed',
  'failed_handled',
  'skipped',
  'passed_over',
  'undoing',
  'undone',
] as const
export type DisplayStatus = (typeof displayStatuses)[number]

export function displayStatusOf(state: RunState, name: string): DisplayStatus {
  const step = stepState(state, name)
  if (step === undefined) return 'not_reached'
  if (state.rollback?.current?.step === name) return 'undoing'
  switch (step.status) {
    case 'again':
      // The step is in the body of a loop whose round has not reached it.
      return step.visits === 0 ? 'not_reached' : 'again'
    case 'running':
      // A worker step runs once a worker has claimed it; until the worker reports, the task may still be queued.
      return step.queue === undefined || step.note !== undefined || step.fraction !== undefined
        ? 'running'
        : 'with_workers'
    case 'backing_off':
      return 'retrying'
    case 'waiting_child':
      return displayStatusOfChild(state, step.childRunId)
    case 'completed':
      if (step.undone) return 'undone'
      return step.ignoredError ? 'failed_ignored' : 'completed'
    case 'failed':
      if (step.undone) return 'undone'
      return step.handled ? 'failed_handled' : 'failed'
    case 'skipped':
      // The run came to the step and passed it over; for other reasons it did not come to it.
      return step.reason === 'when' || step.reason === 'disabled' ? 'passed_over' : 'skipped'
    default:
      return step.status
  }
}

/** A child's report may have only a count of waits. */
function displayStatusOfChild(state: RunState, childRunId: string): DisplayStatus {
  const waits = state.children[childRunId]?.waits
  if (waits === undefined || waits.count === 0) return 'waiting_child'
  if (waits.oldest === undefined) return 'somebody_below'
  return isForSignal(waits.oldest) ? 'signal_below' : 'person_below'
}

/** A step in the grid of many runs: only data that fit a cell and its name. */
export interface StepCell {
  readonly displayStatus: DisplayStatus
  /** Attempts of the last visit, if more than one. */
  readonly attempts?: number
  /** The duration of a completed step. */
  readonly tookMs?: number
}

/** The cell of a step; of one that runs for each item, the cell of the instance that needs attention the most. */
export function cellOfStep(executable: ExecutableDefinition, state: RunState, name: string): StepCell {
  if (!executable.repeated.some((step) => step.name === name)) return cellOf(state, name)
  const cells = Object.keys(state.steps).flatMap((one) =>
    executable.itemOf(one) !== undefined && executable.instanceOf(name, executable.itemOf(one) as number) === one
      ? [cellOf(state, one)]
      : [],
  )
  const rank = ({ displayStatus }: StepCell) => attention.findIndex((statuses) => statuses.includes(displayStatus))
  return cells.sort((a, b) => rank(a) - rank(b))[0] ?? cellOf(state, name)
}

/** Statuses by the attention that they need; all others come first but for failures: they are in flight. */
const attention: readonly (readonly DisplayStatus[])[] = [
  ['failed'],
  ['person_below', 'signal_below', 'somebody_below', 'waiting_person', 'waiting_signal'],
  ['undoing', 'retrying', 'running', 'with_workers', 'waiting_time', 'waiting_child', 'again', 'fanned_out', 'looping'],
  ['completed', 'failed_ignored', 'failed_handled', 'undone'],
  ['skipped', 'passed_over', 'not_reached'],
]

export function cellOf(state: RunState, name: string): StepCell {
  const displayStatus = displayStatusOf(state, name)
  const step: StepState | undefined = stepState(state, name)
  return {
    displayStatus,
    ...(step !== undefined && step.attempt > 1 && { attempts: step.attempt }),
    ...(step?.status === 'completed' && { tookMs: step.at - step.startedAt }),
  }
}
