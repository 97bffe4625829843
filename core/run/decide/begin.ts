import type { Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { stepState } from '../state.ts'
import type { BackingOff } from '../step-state.ts'
import type { Decision } from './decision.ts'
import { failForGood, failStep } from './failure/fail-step.ts'
import { finalFailure } from './failure/failure.ts'
import { follow } from './follow.ts'
import { startPinned } from './steps/pinned.ts'
import { starters } from './steps/starters.ts'
import { recordStart, type Visit } from './steps/visit.ts'
import { evaluateWhether, scopeOf } from './text/expressions.ts'

/** Whether a step is pure: it is decided within the same batch of events. */
export function isPure(step: Step): boolean {
  if (step.pinned !== undefined || step.disabled) return true
  return (
    step.type === 'TRANSFORM' || (step.type === 'DECISION' && step.function === undefined && step.agent === undefined)
  )
}

/** Begins a ready step: it is disabled or its own `when` skips it, or its visit begins. */
export function begin(decision: Decision, name: string): 'skipped' | 'began' {
  const step = decision.executable.step(name)
  const before = stepState(decision.nextState, name)
  const visit: Visit = { step: name, iteration: before?.iteration ?? 1, attempt: (before?.attempt ?? 0) + 1 }
  if (visit.attempt === 1 && (before?.visits ?? 0) >= maxVisits(step)) {
    // Neither `on_error` nor `on_failure` may turn this into one more round.
    const message = `${name} was visited ${maxVisits(step)} times, as often as its max_visits allows.`
    recordStart(decision, step, visit)
    failForGood(decision, step, finalFailure('MAX_VISITS', message))
    return 'began'
  }
  if (step.disabled) return passOver(decision, visit, 'disabled')
  if (step.when !== undefined) {
    const whether = evaluateWhether(decision, step.when, scopeOf(decision, step.name))
    if (!whether.ok) {
      recordStart(decision, step, visit)
      failStep(decision, step, whether.failure)
      return 'began'
    }
    if (!whether.value) return passOver(decision, visit, 'when')
  }
  start(decision, step, visit)
  return 'began'
}

function passOver(decision: Decision, { step, iteration }: Visit, reason: 'when' | 'disabled'): 'skipped' {
  decision.emit({ type: 'workflow.node.skipped', step, iteration, payload: { reason } })
  follow(decision, step)
  return 'skipped'
}

/** The next attempt of a visit that backed off, with the arguments and the key of the first. */
export function retryVisit(decision: Decision, name: string, again: BackingOff): void {
  const { iteration, attempt } = again
  start(decision, decision.executable.step(name), { step: name, iteration, attempt: attempt + 1, again })
}

function start(decision: Decision, step: Step, visit: Visit): void {
  if (step.pinned !== undefined) {
    startPinned(decision, step, visit, step.pinned)
    return
  }
  const starter = starters[step.type] as (decision: Decision, step: Step, visit: Visit) => void
  starter(decision, step, visit)
}

function maxVisits(step: Step): number {
  return Math.min(step.max_visits ?? limits.run.maxVisits, limits.run.maxVisits)
}
