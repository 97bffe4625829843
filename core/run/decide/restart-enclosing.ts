import type { ParallelStep } from '#core/definition/definition.ts'
import type { Redo } from '../fan.ts'
import { stepState } from '../state.ts'
import type { FannedOut, StepState } from '../step-state.ts'
import type { Decision } from './decision.ts'
import { startBranch } from './parallel/start-parallel.ts'
import { recordStart, setTimeoutTimer } from './steps/visit.ts'

/**
 * Restarts the containers around a step: loops in the round in which they failed, PARALLEL steps with the item that the
 * step works for.
 */
export function restartEnclosing(decision: Decision, name: string): void {
  const { executable, nextState } = decision
  const around = executable.around(name)
  for (const [index, container] of around.entries()) {
    const { iteration, attempt } = nextState.steps[container.name] as StepState
    const visit = { step: container.name, iteration, attempt: attempt + 1 }
    recordStart(decision, container, visit)
    setTimeoutTimer(decision, container, visit)
    if (container.type === 'PARALLEL') reopenItem(decision, container, around[index + 1]?.name ?? name)
  }
}

function reopenItem(decision: Decision, step: ParallelStep, branch: string): void {
  const { fan } = stepState(decision.nextState, step.name) as FannedOut
  const place = decision.executable.itemOf(branch) ?? step.tasks?.findIndex((task) => task.name === branch)
  // A branch by which its PARALLEL step failed is one of the items to redo.
  const { item, attempt } = fan.redo.find((redo) => redo.item === place) as Redo
  startBranch(decision, step, { item, attempt: attempt + 1 })
}
