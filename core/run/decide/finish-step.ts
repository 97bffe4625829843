import type { Step } from '#core/definition/definition.ts'
import { withChanges } from '../evolve/data.ts'
import { jumpKind } from '../reach.ts'
import { toolChosen } from './agent/tool-chosen.ts'
import { chooseRoute } from './choose-route.ts'
import type { Decision } from './decision.ts'
import { failStep } from './failure/fail-step.ts'
import { finalFailure } from './failure/failure.ts'
import { follow } from './follow.ts'
import { isBranch } from './parallel/is-branch.ts'
import { type Finish, recordCompletion } from './record-completion.ts'
import { enterDirectly, reopen } from './reopen.ts'
import { changesOfResult } from './result.ts'

/**
 * Finishes a step: its result goes into `state`, a DECISION chooses its route, and the next steps come onto the agenda.
 */
export function finishStep(decision: Decision, step: Step, finish: Finish): void {
  const { executable, nextState } = decision
  const jump = finish.jump === undefined ? null : jumpKind(executable, nextState, step.name, finish.jump)
  if (jump === 'sideways' || jump === 'unknown') {
    const why = jump === 'unknown' ? 'there is no such step' : 'it is neither before nor after this step'
    const message = `${step.name} cannot jump to ${finish.jump}: ${why}.`
    failStep(decision, step, finalFailure('JUMP_NOT_ALLOWED', message))
    return
  }
  const forgotten = step.type === 'FIRE_AND_FORGET' && step.output_key === undefined
  // What a branch writes is merged at the join.
  const later = isBranch(executable, step.name)
  const written = forgotten || later ? [] : (finish.changes ?? changesOfResult(step, finish.output, nextState.data))
  const result = 'ok' in written ? written : { ok: true as const, changes: written }
  if (!result.ok) {
    failStep(decision, step, result.failure)
    return
  }
  let { route } = finish
  if (step.type === 'DECISION' && jump === null && route === undefined) {
    const chosen =
      step.agent === undefined
        ? chooseRoute(decision, step, withChanges(nextState.data, result.changes))
        : toolChosen(step, finish.output)
    if (!chosen.ok) {
      failStep(decision, step, chosen.failure)
      return
    }
    route = chosen.value
  }
  recordCompletion(decision, step, { ...finish, changes: result.changes, ...(route !== undefined && { route }) })
  if (nextState.rollback !== null) return
  if (finish.jump !== undefined && jump === 'back') reopen(decision, step.name, [finish.jump], 'jump')
  else follow(decision, step.name)
  if (finish.jump !== undefined && jump === 'forward') enterDirectly(decision, step.name, finish.jump)
}
