import type { ParallelStep, Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import type { Rollback } from '../state.ts'
import type { OpenStep } from '../step-state.ts'
import type { RunError } from '../words.ts'
import { closeItemTask } from './close-task.ts'
import type { Decision } from './decision.ts'
import { failStep } from './failure/fail-step.ts'

/** The waits that a run gives up: those for executors alone, or those for runs below it as well. */
type Waiting = 'executors' | 'everything'

/**
 * A run that rolls back has a deadline for the attempts in flight. The deadline is set as soon as there is such an
 * attempt, also in a rollback that an earlier version began. Runs below have bounds of their own.
 */
export function boundSettling(decision: Decision): void {
  const { nextState } = decision
  const { settle } = nextState.rollback as Rollback
  const executing = nextState.open.filter((name) => executes(nextState.steps[name] as OpenStep, 'executors'))
  if (settle !== undefined || executing.length === 0) return
  const limitsMs = executing.map((name) => (decision.executable.step(name).timeout_seconds ?? 0) * 1_000)
  const due_at = decision.now + Math.round(Math.max(limits.run.settleMs, ...limitsMs))
  const timer_id = `settle:${nextState.seq + 1}`
  decision.emit({ type: 'workflow.timer.set', payload: { timer_id, due_at, purpose: 'settle' } })
}

/** Gives up the attempts in flight after the deadline: they count as not undone, whatever they still do. */
export function giveUpSettling(decision: Decision): void {
  const message = 'It did not end in time after the rollback started. It is unknown whether it had any effect.'
  abandon(decision, message, 'executors')
}

/** Gives up the run's waits, the latest first: inner steps are given up before the loop around them. */
export function abandon(decision: Decision, message: string, waiting: Waiting): void {
  const { nextState, executable } = decision
  for (const name of [...nextState.open].reverse()) {
    const state = nextState.steps[name] as OpenStep
    if (!executes(state, waiting)) continue
    const step = executable.step(name)
    const error = { code: 'ABANDONED', message, step: name }
    if (state.status === 'fanned_out') abandonItems(decision, step as ParallelStep, error)
    failStep(decision, step, { error, retryable: false, abandoned: hasEffects(step) })
  }
}

function executes(state: OpenStep, waiting: Waiting): boolean {
  if (state.status === 'running') return true
  if (waiting === 'everything' && state.status !== 'looping') return true
  return state.status === 'fanned_out' && state.fan.flight.some(({ status }) => status === 'running')
}

function abandonItems(decision: Decision, { name }: ParallelStep, error: RunError): void {
  const state = decision.nextState.steps[name] as Extract<OpenStep, { status: 'fanned_out' }>
  const { iteration } = state
  for (const flying of state.fan.flight) {
    const { item, attempt } = flying
    closeItemTask(decision, name, iteration, flying, 'run_ended')
    const payload = { error, will_retry: false }
    decision.emit({ type: 'workflow.item.failed', step: name, iteration, item, attempt, payload })
  }
}

function hasEffects({ effects, type }: Step): boolean {
  return effects !== 'none' && type !== 'SCRIPT'
}
