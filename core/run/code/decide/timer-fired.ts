import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { stale } from '../../decide/refuse.ts'
import type { OpenStep } from '../../step-state.ts'
import { closeCode, failCode } from './end-code.ts'
import { codeOf } from './record-of.ts'

/** A due timer: of the body, of the next attempt of an activity, of the run, or the end of the grace of a cancellation. */
export function codeTimerFired(decision: Decision, { timer_id }: CommandOf<'timer_fired'>): Refusal | null {
  const { nextState } = decision
  const { grace, cancel } = codeOf(nextState)
  const payload = { timer_id }
  if (nextState.outcome === null && grace?.timerId === timer_id && cancel !== null) {
    decision.emit({ type: 'workflow.timer.fired', payload })
    closeCode(decision, { type: 'workflow.run.cancelled', payload: { status: 'CANCELLED', ...cancel } })
    return null
  }
  if (nextState.clock?.running && nextState.clock.timerId === timer_id) {
    decision.emit({ type: 'workflow.timer.fired', payload })
    const { timeout_seconds } = decision.executable.definition
    failCode(decision, { code: 'RUN_TIMEOUT', message: `The run did not end within ${timeout_seconds} s.` })
    return null
  }
  for (const step of nextState.open) {
    const state = nextState.steps[step] as OpenStep
    const isOwn = (state.status === 'backing_off' || state.status === 'waiting_time') && state.timerId === timer_id
    if (!isOwn) continue
    decision.emit({ type: 'workflow.timer.fired', step, iteration: 1, payload })
    if (state.status === 'waiting_time') {
      const { attempt } = state
      decision.emit({ type: 'workflow.node.completed', step, iteration: 1, attempt, payload: { output: null } })
    }
    return null
  }
  return stale(`The run does not wait for the timer ${timer_id}.`)
}
