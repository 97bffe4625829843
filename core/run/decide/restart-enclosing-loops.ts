import type { StepState } from '../step-state.ts'
import type { Decision } from './decision.ts'
import { recordStart, setTimeoutTimer } from './steps/visit.ts'

/** Restarts the loops around a step in the round in which they failed. */
export function restartEnclosingLoops(decision: Decision, name: string): void {
  for (const loop of decision.executable.loopsAround(name)) {
    const { iteration, attempt } = decision.nextState.steps[loop.name] as StepState
    const visit = { step: loop.name, iteration, attempt: attempt + 1 }
    recordStart(decision, loop, visit)
    setTimeoutTimer(decision, loop, visit)
  }
}
