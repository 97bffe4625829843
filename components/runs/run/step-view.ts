import { formatDuration } from '#components/ui/format-time.ts'
import type { Tone } from '#components/ui/tone.ts'
import type { AtWorkers } from '#core/run/sentence/waiting.ts'
import type { RunState, StepState } from '#core/run/state.ts'
import { whomBelow } from './whom-below.ts'

/** How a step stands, for the canvas, the panel and the timeline alike. */
export interface StepView {
  readonly tone: Tone | null
  /** In a word or two: `Completed`, `Retrying`. */
  readonly word: string
  /** On the node, in the place of its summary. */
  readonly note: string | null
}

const undoneView: StepView = { tone: 'undone', word: 'Undone', note: 'completed, then undone' }
const notReached: StepView = { tone: null, word: 'Not yet run', note: null }
const skipReasons = {
  dead: 'not chosen',
  failed: 'skipped after a failure',
  when: 'skipped by its condition',
  operator: 'skipped by a person',
  jump: 'left by a person for another step',
  superseded: 'superseded',
  run_ended: 'the run ended first',
} as const satisfies Record<Extract<StepState, { status: 'skipped' }>['reason'], string>

/** `work`: how steps stand with the workers of their queues, which the run does not know. */
export function stepView(state: RunState, name: string, work: readonly AtWorkers[] = []): StepView {
  const step = Object.hasOwn(state.steps, name) ? state.steps[name] : undefined
  if (!step) return notReached
  const current = state.rollback?.current
  if (current?.step === name) {
    const note = current.retry === undefined ? 'is being undone' : 'could not be undone, trying again'
    return { tone: 'undone', word: 'Undoing', note }
  }
  switch (step.status) {
    case 'again':
      // A step in the body of a loop, in a round that has not reached it.
      if (step.visits === 0) return notReached
      return { tone: null, word: 'To run again', note: 'to run again' }
    case 'running':
      return runningView(
        step,
        work.find((one) => one.step === name),
      )
    case 'backing_off':
      return { tone: 'async', word: 'Retrying', note: `attempt ${step.attempt} failed, trying again` }
    case 'waiting_person':
      return { tone: 'human', word: 'Waiting for a person', note: 'waits for a person' }
    case 'waiting_time':
      return { tone: 'async', word: 'Waiting for its time', note: 'waits for its time' }
    case 'waiting_child':
      return childView(state, step.childRunId)
    case 'waiting_signal':
      return { tone: 'human', word: 'Waiting for a signal', note: `waits for the signal ${step.signal}` }
    case 'fanned_out':
      return fanView(step)
    case 'looping':
      return { tone: 'active', word: 'Looping', note: roundNote(step) }
    case 'completed':
      return completedView(step)
    case 'failed':
      if (step.undone) return { ...undoneView, note: `failed, and was undone: ${step.error.message}` }
      return {
        tone: 'failed',
        word: step.handled ? 'Failed, handled' : 'Failed',
        note: [...attemptsOf(step), step.error.message].join(' · '),
      }
    case 'skipped':
      return { tone: step.reason === 'when' ? 'idle' : null, word: 'Skipped', note: skipReasons[step.reason] }
  }
}

type RunningStep = Extract<StepState, { status: 'running' }>

/** A step of a queue runs once a worker has taken it; until its run or the workers say so it may still lie there. */
function runningView(step: RunningStep, work: AtWorkers | undefined): StepView {
  const { queue, fraction, note } = step
  const isRunning = queue === undefined || note !== undefined || fraction !== undefined || work?.claimedAt
  if (isRunning) return { tone: 'active', word: 'Running', note: runningNote(step) }
  if (work === undefined)
    return { tone: 'async', word: 'Sent to workers', note: `in the queue ${queue}, or taken from it` }
  const whom = work.workers === 0 ? `no worker for ${queue}` : `waits in queue ${queue}`
  return { tone: 'async', word: 'Waiting for a worker', note: attemptOf(step, whom) }
}

function runningNote(step: RunningStep): string {
  if (step.note) return step.note
  if (step.fraction !== undefined) return `${Math.round(step.fraction * 100)} %`
  return attemptOf(step, 'running')
}

const attemptOf = ({ attempt }: RunningStep, what: string) => (attempt > 1 ? `${what}, attempt ${attempt}` : what)

function fanView({ fan }: Extract<StepState, { status: 'fanned_out' }>): StepView {
  const failed = fan.failed > 0 ? `, ${fan.failed} failed` : ''
  const note = `×${fan.count} · ${fan.completed} done${failed}`
  return { tone: 'active', word: 'Working on several at once', note }
}

function roundNote({ rounds }: Extract<StepState, { status: 'looping' }>): string {
  const of = rounds.items === undefined ? '' : ` of ${rounds.items.length}`
  return `round ${rounds.round + 1}${of}`
}

function childView(state: RunState, childRunId: string): StepView {
  const child = state.children[childRunId]
  const workflow = child?.workflow ?? 'sub-workflow'
  if (child === undefined || child.waits.count === 0) {
    return { tone: 'child', word: 'Waiting for its sub-workflow', note: workflow }
  }
  const whom = whomBelow(child.waits)
  return { tone: 'child', word: `Waiting for ${whom} below`, note: `waits for ${whom} in ${workflow}` }
}

function completedView(step: Extract<StepState, { status: 'completed' }>): StepView {
  if (step.undone) return undoneView
  const took = [formatDuration(step.at - step.startedAt), ...attemptsOf(step)].join(' · ')
  const visits = step.visits > 1 ? ` · ×${step.visits}` : ''
  if (step.ignoredError) return { tone: 'failed', word: 'Failed, ignored', note: `failed, ignored · ${took}` }
  return { tone: 'done', word: 'Completed', note: `${took}${visits}` }
}

const attemptsOf = ({ attempt }: StepState): readonly string[] => (attempt > 1 ? [`${attempt} attempts`] : [])
