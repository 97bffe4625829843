import type { BulkVerb } from '#components/api/models.ts'
import { isEnded, isRetryable } from '#core/run/views/status.ts'
import type { BulkVerbType } from './bulk-words.ts'

/** The options of a bulk action. */
export interface BulkChoice {
  readonly reason: string
  /** The version for retry and rerun. */
  readonly version: 'own' | 'newest'
  /** For rerun: whether valid results are taken over. */
  readonly results: 'none' | 'kept'
  /** For cancel: whether sagas compensate their steps. */
  readonly compensate: boolean
}

/** The action to request: a retry on the newest version creates new runs, which continue with the valid results. */
export function bulkVerbOf(type: BulkVerbType, choice: BulkChoice): BulkVerb {
  const given = choice.reason.trim()
  const reason = given === '' ? {} : { reason: given }
  if (type === 'rerun') return { type, version: choice.version, results: choice.results, ...reason }
  if (type === 'retry' && choice.version === 'newest') {
    return { type: 'rerun', version: 'newest', results: 'kept', ...reason }
  }
  if (type === 'cancel') return { type, ...(choice.compensate && { compensate: true }), ...reason }
  return { type, ...reason }
}

/** Whether a run of this status may accept the action; the final check is made per run. */
export function mayTake(type: BulkVerbType, status: string): boolean {
  switch (type) {
    case 'rerun':
      return true
    case 'retry':
      return isRetryable(status)
    case 'rollback':
      return status === 'FAILED'
    case 'skip':
      return !isEnded(status) || isRetryable(status)
    case 'acknowledge':
      return isEnded(status)
    default:
      return !isEnded(status)
  }
}
