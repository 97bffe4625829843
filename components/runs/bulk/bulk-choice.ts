import type { BulkVerb } from '#components/api/models.ts'
import { isEnded, isRetryable } from '#core/run/views.ts'
import type { BulkVerbType } from './bulk-words.ts'

/** What is said about a verb for many runs before it is asked for. */
export interface BulkChoice {
  readonly reason: string
  /** Retry and run again: by which version. */
  readonly version: 'own' | 'newest'
  /** Run again: whether what stands of the results is taken over. */
  readonly results: 'none' | 'kept'
  /** Cancel: whether sagas undo what they did. */
  readonly compensate: boolean
}

/** The verb that is asked for: a retry on the newest version makes new runs, which go on with the results that stand. */
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

/** Whether a run of this status may take the verb; the run itself has the last word. */
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
