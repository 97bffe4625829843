import { downstreamOf } from '../reach.ts'
import { stepState } from '../state.ts'
import { isOpen, type StepState } from '../step-state.ts'
import type { ReopenedStep } from '../words.ts'
import type { Decision } from './decision.ts'
import { supersede } from './end-body.ts'

/**
 * Takes a back edge (or a jump upstream): the targets and all steps downstream begin their next iteration. Steps in
 * flight there are superseded; old outputs stay readable until replaced.
 */
export function reopen(
  decision: Decision,
  source: string,
  targets: readonly string[],
  reason: 'back_edge' | 'jump',
): void {
  const { executable, nextState } = decision
  const reached = new Set(targets.flatMap((target) => [...downstreamOf(executable, target)]))
  for (const name of [...nextState.open]) {
    const state = stepState(nextState, name)
    if (reached.has(name) && isOpen(state)) supersede(decision, name, state.iteration)
  }
  const steps: ReopenedStep[] = []
  for (const name of reached) {
    const before = stepState(nextState, name)
    if (before === undefined) continue
    const entered = targets.includes(name) ? { entered: source } : {}
    steps.push({ step: name, iteration: nextIteration(before), ...entered })
  }
  decision.emit({ type: 'workflow.run.reopened', payload: { reason, steps } })
  decision.agenda.push(...targets)
}

/** A jump downstream adds one live edge to the target, which may still wait for other edges. */
export function enterDirectly(decision: Decision, source: string, target: string): void {
  const iteration = stepState(decision.nextState, target)?.iteration ?? 1
  decision.emit({
    type: 'workflow.run.reopened',
    payload: { reason: 'jump', steps: [{ step: target, iteration, entered: source }] },
  })
  decision.agenda.push(target)
}

/** An iteration without attempts is reused as it is. */
function nextIteration(before: StepState): number {
  return before.status === 'again' && before.attempt === 0 ? before.iteration : before.iteration + 1
}
