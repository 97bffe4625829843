import type { CommandOf, Refusal } from '../../command.ts'
import type { Decision } from '../../decide/decision.ts'
import { stale } from '../../decide/refuse.ts'
import { startCompensation } from '../../decide/rollback/roll-back.ts'
import type { Rollback } from '../../state.ts'
import type { OpenStep } from '../../step-state.ts'
import { cancelBody, failBody } from './end-code.ts'
import { codeOf } from './record-of.ts'
import { giveUpCommands } from './roll-back-code.ts'

/** A due timer: of the body, of the next attempt of an activity, of the run, or the end of the grace of a cancellation. */
export function codeTimerFired(decision: Decision, { timer_id }: CommandOf<'timer_fired'>): Refusal | null {
  const { nextState } = decision
  const { grace, cancel } = codeOf(nextState)
  const payload = { timer_id }
  if (nextState.outcome === null && grace?.timerId === timer_id && cancel !== null) {
    decision.emit({ type: 'workflow.timer.fired', payload })
    cancelBody(decision, cancel)
    return null
  }
  if (nextState.clock?.running && nextState.clock.timerId === timer_id) {
    decision.emit({ type: 'workflow.timer.fired', payload })
    const { timeout_seconds } = decision.executable.definition
    failBody(decision, { code: 'RUN_TIMEOUT', message: `The run did not end within ${timeout_seconds} s.` })
    return null
  }
  if (nextState.rollback !== null) return rollbackTimerFired(decision, timer_id)
  for (const step of nextState.open) {
    const state = nextState.steps[step] as OpenStep
    const isLate = state.status === 'running' && state.timeout?.timerId === timer_id
    const isOwn = (state.status === 'backing_off' || state.status === 'waiting_time') && state.timerId === timer_id
    if (!isOwn && !isLate) continue
    decision.emit({ type: 'workflow.timer.fired', step, iteration: 1, payload })
    if (state.status === 'waiting_time') {
      const { attempt } = state
      decision.emit({ type: 'workflow.node.completed', step, iteration: 1, attempt, payload: { output: null } })
    }
    return null
  }
  return stale(`The run does not wait for the timer ${timer_id}.`)
}

/** A due timer of a rollback: the bound of the activities in flight, or the next attempt at a compensation. */
function rollbackTimerFired(decision: Decision, timer_id: string): Refusal | null {
  const { settle, current } = decision.nextState.rollback as Rollback
  if (settle?.timerId === timer_id) {
    decision.emit({ type: 'workflow.timer.fired', payload: { timer_id } })
    giveUpCommands(
      decision,
      'It did not end in time after the rollback started. It is unknown whether it had any effect.',
    )
    return null
  }
  if (current?.retry?.timerId !== timer_id) return stale(`The rollback does not wait for the timer ${timer_id}.`)
  const { step, iteration, attempt } = current
  decision.emit({ type: 'workflow.timer.fired', step, iteration, payload: { timer_id } })
  startCompensation(decision, current, attempt + 1)
  return null
}
