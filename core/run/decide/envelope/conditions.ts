import type { Envelope } from '#core/definition/envelope.ts'
import { limits } from '#core/limits.ts'
import type { CommandOf, Refusal, ResourceState } from '../../command.ts'
import { evaluateConditions } from '../../envelope/evaluate-conditions.ts'
import type { ConditionResult } from '../../events/envelope-event.ts'
import { sameJson } from '../../same-json.ts'
import type { Decision } from '../decision.ts'
import { stale } from '../refuse.ts'
import { changePhase } from './change-phase.ts'
import { endBeforeRunning } from './end-before-running.ts'
import { setDeadline } from './set-deadline.ts'

/** The states of the resources that the conditions read have arrived. */
export function conditionsChecked(
  decision: Decision,
  { due, resources }: CommandOf<'conditions_checked'>,
): Refusal | null {
  if (decision.nextState.envelope?.due !== due) return stale('The run does not wait for these resources.')
  decision.resources = resources
  return null
}

/** A resource that the conditions read was given back. */
export function conditionsDue(decision: Decision): Refusal | null {
  const { phase, envelope } = decision.nextState
  if (phase !== 'BLOCKED_WAITING') return stale('The run waits for no condition.')
  if (envelope?.due === undefined) decision.emit({ type: 'workflow.conditions.due', payload: { cause: 'release' } })
  return null
}

/**
 * Evaluates the conditions when that is due. All have to be true at once. A condition that fails counts as false; the
 * same error again and again ends the run. Conditions that read resources wait for their states first.
 */
export function checkConditions(decision: Decision, envelope: Envelope): void {
  const { nextState } = decision
  if (nextState.envelope?.due === undefined) return
  const { conditions, missing, checkAt } = evaluateConditions(decision.executable, nextState, {
    now: decision.now,
    known: (id) => knownOf(decision, id),
    run: decision.runFacts,
  })
  if (missing.length > 0 && decision.resources === null) return
  if (conditions.every(({ value }) => value)) {
    changePhase(decision, { to: 'READY', event: 'Conditions', result: 'true', conditions })
    return
  }
  const check = checkAt === null ? {} : { check_at: checkAt }
  if (nextState.phase === 'VALID') {
    changePhase(decision, { to: 'BLOCKED_WAITING', event: 'Conditions', result: 'false', conditions, ...check })
    setDeadline(decision, 'conditions_timeout', envelope.conditions_timeout_seconds ?? limits.envelope.waitSeconds)
  } else {
    const before = nextState.envelope?.conditions
    const isSame = before !== undefined && sameJson(before, conditions)
    decision.emit({
      type: 'workflow.conditions.checked',
      payload: { ...(!isSame && { conditions }), ...check },
    })
  }
  endIfInvalid(decision, conditions)
}

function knownOf({ resources }: Decision, id: string): ResourceState | undefined {
  return resources !== null && Object.hasOwn(resources, id) ? resources[id] : undefined
}

function endIfInvalid(decision: Decision, conditions: readonly ConditionResult[]): void {
  const equalErrors = decision.nextState.envelope?.equalErrors ?? 0
  const failed = conditions.find(({ error }) => error !== undefined)
  if (failed === undefined || equalErrors < limits.envelope.equalErrors) return
  const message = `The condition ${failed.name} failed ${equalErrors} times: ${failed.error}`
  endBeforeRunning(
    decision,
    { event: 'Conditions', result: 'error', conditions },
    { code: 'CONDITION_INVALID', message },
  )
}
