import type { RunState } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import type { HumanWaits } from '../words.ts'
import { type OpenTask, openTasks } from './open-work.ts'
import { statusOf } from './status.ts'

const signalPrefix = 'signal:'

/** Whether the wait is for a signal, not for a person. */
export const isForSignal = ({ task_id }: Pick<Wait, 'task_id'>): boolean => task_id.startsWith(signalPrefix)

/** The open waits for signals, which count like waits for people; they have no task, and so an id of their own. */
export function openSignals(state: RunState) {
  return [...signalOfCode(state), ...stepSignals(state)]
}

/** The wait of a body for a signal or a condition, when it waits for nothing else. */
function signalOfCode(state: RunState) {
  const { code, outcome } = state
  if (code === undefined || outcome !== null || state.open.length > 0) return []
  if (statusOf(state) !== 'WAITING_HUMAN_INPUT') return []
  const { since = state.at, reason: signal = 'signal' } = code.blocked ?? {}
  return [{ step: 'condition', since, signal, task_id: `${signalPrefix}condition:${code.task}` }]
}

function stepSignals(state: RunState) {
  return state.open.flatMap((step) => {
    const now = state.steps[step] as OpenStep
    if (now.status !== 'waiting_signal') return []
    const { since, signal, iteration } = now
    return [{ step, since, signal, task_id: `${signalPrefix}${step}:${iteration}` }]
  })
}

/** Whether a condition of the envelope waits for a signal. */
export function awaitsSignal({ phase, envelope }: RunState): boolean {
  if (phase !== 'BLOCKED_WAITING') return false
  return envelope?.conditions?.some(({ value, signal }) => !value && signal !== undefined) === true
}

function taskWait({ step, since, task }: OpenTask) {
  return { step, since, task_id: task.task_id }
}

/** The open waits for people at or below this run: the oldest, and how many. */
export function humanWaits(state: RunState): HumanWaits {
  let count = 0
  let oldest: HumanWaits['oldest']
  const { run_id, workflow } = state.header
  for (const { step, since, task_id } of [...openTasks(state).map(taskWait), ...openSignals(state)]) {
    count += 1
    const own = { run_id, task_id, step, workflow, since }
    if (oldest === undefined || isOlder(own, oldest)) oldest = own
  }
  if (state.outcome === null) {
    for (const child of Object.values(state.children)) {
      if (child.dropped) continue
      count += child.waits.count
      const below = child.waits.oldest
      if (below !== undefined && (oldest === undefined || isOlder(below, oldest))) oldest = below
    }
  }
  return oldest === undefined ? { count } : { count, oldest }
}

type Wait = NonNullable<HumanWaits['oldest']>

/** Whether one wait is older; the smaller id decides a tie, because the answer must not depend on the order of keys. */
function isOlder(a: Wait, b: Wait): boolean {
  return a.since === b.since ? a.task_id < b.task_id : a.since < b.since
}
