import type { Phase } from '#core/run/statuses.ts'

/** The filter of unacknowledged FAILED_UNSAFE runs, shared by the count on the overview and the list in the inbox. */
export const unsafeRuns: { readonly phase: Phase[]; readonly rootsOnly: true } = {
  phase: ['FAILED_UNSAFE'],
  rootsOnly: true,
}
