import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'

/** The options of a rerun: the definition version, and the results to take over. */
export const rerunChoice = z.strictObject({
  /** The run's own version, or the newest that is published. */
  version: z.enum(['own', 'newest']),
  /** `none`: from the start; `kept`: valid results are taken over, except those of `fromStep` and all later steps. */
  results: z.enum(['none', 'kept']),
  fromStep: z.string().min(1).max(limits.text.workflowName).optional(),
})
export type RerunChoice = z.output<typeof rerunChoice>

/** Refuses `fromStep` without kept results, where it has no meaning. Throws `BAD_REQUEST`. */
export function refuseUnheeded({ results, fromStep }: Pick<RerunChoice, 'results' | 'fromStep'>): void {
  if (fromStep === undefined || results === 'kept') return
  const message = `Without the run's results, everything runs from the start, so it cannot start from ${fromStep}. Keep the results, or remove the step.`
  throw new ApiError('BAD_REQUEST', message, 'fromStep')
}
