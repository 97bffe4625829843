import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'

/** How a run is done again: by which version, and with which of its results. */
export const rerunChoice = z.strictObject({
  /** The run's own version, or the newest that is published. */
  version: z.enum(['own', 'newest']),
  /** `none`: from the start; `kept`: what stands is taken over, but for `fromStep` and all that follows. */
  results: z.enum(['none', 'kept']),
  fromStep: z.string().min(1).max(limits.text.workflowName).optional(),
})
export type RerunChoice = z.output<typeof rerunChoice>

/** A step to go on from means nothing where nothing is kept. Throws `BAD_REQUEST`. */
export function refuseUnheeded({ results, fromStep }: Pick<RerunChoice, 'results' | 'fromStep'>): void {
  if (fromStep === undefined || results === 'kept') return
  const message = `Without the results of the run everything runs from the start, and ${fromStep} is no place to begin: keep the results, or name no step.`
  throw new ApiError('BAD_REQUEST', message, 'fromStep')
}
