import type { Envelope } from '#core/definition/envelope.ts'
import type { Phase } from '../../statuses.ts'
import type { Decision } from '../decision.ts'
import { checkConditions } from './conditions.ts'
import { discover, startDiscovery } from './discover.ts'
import { passLocks, requestLocks, startSteps } from './lock.ts'
import { validate } from './validate.ts'

type Stage = (decision: Decision, envelope: Envelope) => void

/** What a run does in each phase before its steps, as far as it can by itself. */
const stages: Partial<Record<Phase, Stage>> = {
  NEW: validate,
  VALID: checkConditions,
  BLOCKED_WAITING: checkConditions,
  READY: startDiscovery,
  RESOURCE_DISCOVERY: discover,
  RESOURCES_DISCOVERED: requestLocks,
  SCHEDULED: passLocks,
  LOCKED: startSteps,
}

/**
 * Advances a run with an envelope through the phases before its steps. A hold keeps it where it is. Phases that wait for
 * nothing pass in one decision.
 */
export function advanceEnvelope(decision: Decision): void {
  const { nextState, executable } = decision
  // Invalid input of a run without an envelope may be recorded as well.
  const { envelope = {} } = executable.definition
  if (!nextState.header.envelope || nextState.envelope === undefined) return
  for (;;) {
    if (nextState.outcome !== null || nextState.rollback !== null || nextState.hold !== null) return
    const before = nextState.phase
    stages[before]?.(decision, envelope)
    if (nextState.phase === before) return
  }
}
