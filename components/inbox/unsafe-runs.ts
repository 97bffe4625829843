import type { Phase } from '#core/run/statuses.ts'

/** The filter of runs that failed unsafe, and that nobody has acknowledged: the overview counts them, the inbox lists them. */
export const unsafeRuns: { readonly phase: Phase[]; readonly rootsOnly: true } = {
  phase: ['FAILED_UNSAFE'],
  rootsOnly: true,
}
