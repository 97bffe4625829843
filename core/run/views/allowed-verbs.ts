import type { CommandType } from '../command.ts'
import type { RunState } from '../state.ts'
import type { Status } from '../statuses.ts'
import { isIdleContainer, openSteps, openTasks } from './open-work.ts'
import { hasStarted } from './phases.ts'
import { isRetryable, statusOf } from './status.ts'
import { awaitsSignal, openSignals } from './waits.ts'

/**
 * Operators' verbs that the run would accept now; `cancel` during a rollback needs `force`. `decide` has the last word,
 * because it also sees the definition.
 */
export function allowedVerbs(state: RunState): readonly CommandType[] {
  const { outcome, hold, header } = state
  if (outcome !== null) {
    if (state.acknowledged) return []
    if (header.envelope) return verbsOfEnvelope(state, outcome.status)
    const isAgain = isRetryable(outcome.status) && !state.code?.undone
    const verbs: readonly CommandType[] = isAgain ? ['retry', 'acknowledge'] : ['acknowledge']
    return outcome.status === 'FAILED' && state.undo.length > 0 ? ['rollback', ...verbs] : verbs
  }
  if (state.rollback !== null) return ['cancel']
  const verbs: CommandType[] = []
  if (hold !== null || openTasks(state).length > 0) verbs.push('resume')
  if (header.drive === 'manual' && hold === null && hasStarted(state) && statusOf(state) === 'ACTIVE') {
    if (openSteps(state).every(isIdleContainer)) verbs.push('next_step')
  }
  if (hold === null) verbs.push('pause')
  if (state.code !== undefined || openSignals(state).length > 0 || awaitsSignal(state)) verbs.push('signal')
  verbs.push('cancel')
  return verbs
}

/** The verbs on an ended run with an envelope: a rollback as long as the world is unsafe. */
function verbsOfEnvelope({ phase }: RunState, status: Status): readonly CommandType[] {
  const verbs: readonly CommandType[] = isRetryable(status) ? ['retry', 'acknowledge'] : ['acknowledge']
  return phase === 'FAILED_UNSAFE' ? ['rollback', ...verbs] : verbs
}
