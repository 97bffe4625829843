import { formatDuration } from '#components/ui/text/format-time.ts'
import { isJsonList } from '#core/json.ts'
import { type DisplayStatus, displayStatusOf } from '#core/run/display-status.ts'
import type { AtWorkers } from '#core/run/sentence/waiting.ts'
import { type RunState, stepState } from '#core/run/state.ts'
import type { StepState } from '#core/run/step-state.ts'
import { type StepLook, stepLooks } from '../../step-looks.ts'
import { runStepTexts } from '../../texts/run-step.ts'
import { childWaitTarget } from './wait-target.ts'

/** The view of a step, shared by the canvas, the panel and the timeline. */
export interface StepView extends StepLook {
  /** The note on the node, in place of its summary. */
  readonly note: string | null
}

const skipReasons = {
  dead: runStepTexts.routeNotTaken,
  failed: runStepTexts.skippedAfterFailure,
  when: runStepTexts.conditionWasFalse,
  disabled: runStepTexts.stepIsDisabled,
  operator: runStepTexts.skippedByPerson,
  jump: runStepTexts.abandonedByJump,
  superseded: 'superseded',
  cancelled: runStepTexts.cancelledByCode,
  run_ended: runStepTexts.runEndedFirst,
} as const satisfies Record<Extract<StepState, { status: 'skipped' }>['reason'], string>

/**
 * The view of a step. `work`: the state of steps at the workers of their queues, which the run itself does not know.
 */
export function stepView(state: RunState, name: string, work: readonly AtWorkers[] = []): StepView {
  const step = stepState(state, name)
  const displayStatus = displayStatusOf(state, name)
  if (displayStatus === 'with_workers' && step?.status === 'running') {
    return withWorkersView(
      step,
      work.find((one) => one.step === name),
    )
  }
  return { ...stepLooks[displayStatus], note: noteOf(state, displayStatus, step) }
}

/** The note on the node, in place of its summary. */
function noteOf(state: RunState, displayStatus: DisplayStatus, step: StepState | undefined): string | null {
  if (step === undefined || displayStatus === 'not_reached') return null
  if (displayStatus === 'undoing') {
    return state.rollback?.current?.retry === undefined ? 'undoing' : runStepTexts.undoFailedRetrying
  }
  switch (step.status) {
    case 'again':
      return runStepTexts.toRunAgain
    case 'running':
      return runningNote(step)
    case 'backing_off':
      if (step.error === undefined) return runStepTexts.answeredContinuesWhenRunIs
      return runStepTexts.attemptFailedRetrying(step.attempt)
    case 'waiting_person':
      return runStepTexts.waitingForPerson
    case 'waiting_time':
      return runStepTexts.waitingForItsTime
    case 'waiting_child':
      return childNote(state, step.childRunId)
    case 'waiting_signal':
      return runStepTexts.waitingForSignal(step.signal)
    case 'fanned_out':
      return fanNote(step)
    case 'looping':
      return roundNote(step)
    case 'completed':
      return completedNote(step)
    case 'failed':
      if (step.undone) return runStepTexts.failedUndone(step.error.code)
      // The panel shows the message, once.
      return [...attemptsOf(step), step.error.code].join(' · ')
    case 'skipped':
      return skipReasons[step.reason]
  }
}

type RunningStep = Extract<StepState, { status: 'running' }>

/** A step of a queue may still be waiting for a worker, until its run or the workers report a claim. */
function withWorkersView(step: RunningStep, work: AtWorkers | undefined): StepView {
  const { queue } = step
  if (work?.claimedAt) return { ...stepLooks.running, note: runningNote(step) }
  if (work === undefined) return { ...stepLooks.with_workers, note: runStepTexts.inQueueOrRunning(queue) }
  const whom = work.workers === 0 ? runStepTexts.noWorkerFor(queue) : runStepTexts.inQueue(queue)
  return { tone: 'async', word: runStepTexts.waitingForWorker, note: attemptOf(step, whom) }
}

function runningNote(step: RunningStep): string {
  if (step.note) return step.note
  if (step.fraction !== undefined) return `${Math.round(step.fraction * 100)} %`
  return attemptOf(step, 'running')
}

const attemptOf = ({ attempt }: RunningStep, what: string) =>
  attempt > 1 ? runStepTexts.attemptWhatAndAttempt(what, attempt) : what

function fanNote({ fan }: Extract<StepState, { status: 'fanned_out' }>): string {
  const failed = fan.failed > 0 ? runStepTexts.failedFailed(fan.failed) : ''
  return runStepTexts.done(fan.count, fan.completed, failed)
}

function roundNote({ rounds }: Extract<StepState, { status: 'looping' }>): string {
  // The length of an offloaded list is unknown here.
  const of = isJsonList(rounds.items) ? runStepTexts.ofLength(rounds.items.length) : ''
  return runStepTexts.roundRoundAndValue(rounds.round + 1, of)
}

function childNote(state: RunState, childRunId: string): string {
  const child = state.children[childRunId]
  const workflow = child?.workflow ?? 'sub-workflow'
  return child === undefined || child.waits.count === 0
    ? workflow
    : runStepTexts.waitingForIn(childWaitTarget(child.waits), workflow)
}

function completedNote(step: Extract<StepState, { status: 'completed' }>): string {
  if (step.undone) return runStepTexts.completedThenUndone
  const took = [formatDuration(step.at - step.startedAt), ...attemptsOf(step)].join(' · ')
  const visits = step.visits > 1 ? ` · ×${step.visits}` : ''
  return step.ignoredError ? runStepTexts.failedIgnored(took) : `${took}${visits}`
}

const attemptsOf = ({ attempt }: StepState): readonly string[] =>
  attempt > 1 ? [runStepTexts.attemptsAttempt(attempt)] : []
