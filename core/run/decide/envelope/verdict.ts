import type { EnvelopeState } from '../../envelope/envelope-state.ts'
import type { RunEventBody } from '../../event.ts'
import { effectsSoFar } from '../../evolve/phase.ts'
import type { Rollback } from '../../state.ts'
import { phasesBeforeRunning } from '../../views/phases.ts'
import type { RunError } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { changePhase } from './change-phase.ts'

export type BadOutcome = Extract<RunEventBody, { type: 'workflow.run.failed' | 'workflow.run.cancelled' }>

/**
 * The verdict of a run with an envelope that ends badly, recorded before its outcome: whether the world is as it was.
 * Nothing with effects: an empty rollback, and safe. Effects that nothing undoes: unsafe.
 */
export function recordVerdict(decision: Decision, outcome: BadOutcome): void {
  const { nextState } = decision
  if (!nextState.header.envelope || nextState.phase === 'FAILED_SAFE') return
  const { error, not_undone } = outcome.payload
  if ((phasesBeforeRunning as readonly string[]).includes(nextState.phase)) {
    changePhase(decision, { to: phaseBeforeRunning(decision), event: 'Cancel', ...actorOf(outcome.payload) })
    return
  }
  const isUndone = not_undone === undefined && effectsSoFar(nextState) !== 'final'
  if (nextState.phase === 'FAILED_UNSAFE') {
    // Without a rollback, the end before the steps is recorded already.
    const { rollback } = nextState
    if (rollback === null || !isUndone) return
    changePhase(decision, { to: 'FAILED_SAFE', event: 'Rollback', result: 'success', ...actorOf(rollback) })
    return
  }
  if (nextState.phase === 'RUNNING') {
    recordError(decision, error)
    if (effectsSoFar(nextState) !== 'none') {
      const steps = touchedSteps(decision)
      changePhase(decision, { to: 'FAILED_UNSAFE', event: 'canRollback', result: 'no', not_undoable: steps })
      return
    }
  }
  if (nextState.phase === 'ERROR') recordRollback(decision)
  if (isUndone) changePhase(decision, { to: 'FAILED_SAFE', event: 'success', result: 'yes' })
  else {
    const left = [...new Set([...(not_undone ?? []), ...touchedSteps(decision)])]
    changePhase(decision, { to: 'FAILED_UNSAFE', event: 'success', result: 'no', not_undone: left })
  }
}

/** The verdict of a run that ends before its steps: unsafe only where an earlier attempt has left effects. */
export function phaseBeforeRunning({ nextState }: Decision): 'FAILED_SAFE' | 'FAILED_UNSAFE' {
  return effectsSoFar(nextState) === 'none' ? 'FAILED_SAFE' : 'FAILED_UNSAFE'
}

/** The steps are over with an error; what that means for the world follows. */
export function recordError(decision: Decision, error: RunError | undefined): void {
  if (!decision.nextState.header.envelope) return
  const event = error?.code === 'RUN_TIMEOUT' ? 'timeout' : 'error'
  changePhase(decision, { to: 'ERROR', event, ...(error !== undefined && { error }) })
}

/** The rollback begins. */
export function recordRollback(decision: Decision): void {
  if (!decision.nextState.header.envelope) return
  changePhase(decision, { to: 'ROLLBACK', event: 'canRollback', result: 'yes' })
}

/** Whether a failed run with an envelope can undo all that it did; a saga tries what it can in any case. */
export function canRollBack({ nextState, executable }: Decision): boolean {
  if (!nextState.header.envelope || executable.definition.saga_enabled) return true
  return effectsSoFar(nextState) !== 'final'
}

function touchedSteps({ nextState }: Decision): readonly string[] {
  const { touched } = nextState.envelope as EnvelopeState
  const executing = nextState.open.filter((name) => {
    const step = nextState.steps[name]
    return step?.status === 'running' && step.impact !== undefined
  })
  const below = Object.values(nextState.children).flatMap(({ step, effects }) => (effects === undefined ? [] : [step]))
  return [...new Set([...Object.keys(touched), ...executing, ...below])]
}

function actorOf(payload: BadOutcome['payload'] | Rollback) {
  return 'actor' in payload && payload.actor !== undefined ? { actor: payload.actor } : {}
}
