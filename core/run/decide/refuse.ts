import type { CommandType, Refusal, RefusalCode } from '../command.ts'
import { statusClause } from '../status-words.ts'
import { statusOf } from '../views/status.ts'
import type { Decision } from './decision.ts'

const verbs = {
  resume: 'resumed',
  pause: 'paused',
  retry: 'retried',
  cancel: 'cancelled',
  next_step: 'stepped',
  signal: 'signalled',
  rollback: 'rolled back',
  acknowledge: 'acknowledged',
} as const satisfies Partial<Record<CommandType, string>>

/** Refuses a verb that the run's status does not allow; the message names the status and the verb. */
export function refuseTransition(decision: Decision, verb: keyof typeof verbs, because?: string): Refusal {
  const from = statusOf(decision.before)
  const message = `A run that ${statusClause(from)} cannot be ${verbs[verb]}${because === undefined ? '' : `: ${because}`}.`
  return { code: 'INVALID_TRANSITION', message, from, verb }
}

export function refuse(code: RefusalCode, message: string, more: Omit<Refusal, 'code' | 'message'> = {}): Refusal {
  return { code, message, ...more }
}

/** A late or duplicate fact needs no action and no answer. */
export function stale(message: string): Refusal {
  return { code: 'STALE', message }
}
