import type { BulkVerb } from '#components/api/models.ts'
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
