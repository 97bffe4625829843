import type { EnvelopeTimer } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { endRollbackNow } from '../rollback/roll-back.ts'
import { endBeforeRunning } from './end-before-running.ts'
import type { Deadline } from './set-deadline.ts'

const ends: { readonly [purpose in Exclude<Deadline, 'rollback_timeout'>]: readonly [code: string, message: string] } =
  {
    conditions_timeout: ['CONDITIONS_TIMEOUT', 'The conditions did not become true in time.'],
    discovery_timeout: ['DISCOVERY_TIMEOUT', 'The resources were not discovered in time.'],
    lock_timeout: ['LOCK_TIMEOUT', 'The locks did not become free in time.'],
  }

/** A timer of the envelope has fired. The evaluation of the conditions follows in `advance`. */
export function fireEnvelope(decision: Decision, purpose: EnvelopeTimer, timerId: string): void {
  decision.emit({ type: 'workflow.timer.fired', payload: { timer_id: timerId } })
  if (purpose === 'conditions') return
  if (purpose === 'rollback_timeout') {
    endRollbackNow(decision, { actor: { id: 'engine' }, reason: 'The rollback did not end in time.' })
    return
  }
  const [code, message] = ends[purpose]
  endBeforeRunning(decision, { event: 'timeout' }, { code, message })
}
