import type { ParallelStep } from '#core/definition/definition.ts'
import type { Flying } from '../../fan.ts'
import { stepState } from '../../state.ts'
import type { Skipped } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { completeItem, endItem, interrupted } from './end-item.ts'
import { startItems } from './start-parallel.ts'

/**
 * Ends the items whose whole steps are decided: with their output, with nothing where the step was passed over, or with
 * their failure. False when there was none.
 */
export function landBranches(decision: Decision): boolean {
  const { nextState, executable } = decision
  let landed = false
  for (const name of [...nextState.open]) {
    if (stepState(nextState, name)?.status !== 'fanned_out') continue
    const step = executable.step(name) as ParallelStep
    if (!landDecided(decision, step)) continue
    landed = true
    // There is room for other items now.
    startItems(decision, step)
  }
  return landed
}

/** Ends these items of one PARALLEL step; the step itself may end with the last of them. */
export function landDecided(decision: Decision, step: ParallelStep): boolean {
  let landed = false
  for (;;) {
    const state = stepState(decision.nextState, step.name)
    if (state?.status !== 'fanned_out') return landed
    const flying = state.fan.flight.find((each) => isDecided(decision, each))
    if (flying === undefined) return landed
    landed = true
    land(decision, step, flying as InStep)
  }
}

type InStep = Extract<Flying, { status: 'in_step' }>

function isDecided({ nextState }: Decision, flying: Flying): boolean {
  if (flying.status !== 'in_step') return false
  const status = stepState(nextState, flying.branch)?.status
  return status === 'completed' || status === 'failed' || status === 'skipped'
}

function land(decision: Decision, step: ParallelStep, { item, branch }: InStep): void {
  const { nextState } = decision
  const state = stepState(nextState, branch)
  if (state?.status === 'completed') {
    completeItem(decision, step, item, nextState.outputs[branch]?.output ?? null)
  } else if (state?.status === 'failed') {
    const { error, cause } = state
    endItem(decision, step, item, { error, ...(cause !== undefined && { cause }) })
  } else if (isGivenUp(state as Skipped)) {
    endItem(decision, step, item, { error: interrupted(branch) })
  } else completeItem(decision, step, item, null)
}

/** Whether the step was stopped with its run; else it was passed over, and the branch has no result. */
function isGivenUp({ reason }: Skipped): boolean {
  return reason === 'run_ended' || reason === 'superseded'
}
