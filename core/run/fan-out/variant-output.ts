import type { Json, JsonObject } from '#core/json.ts'
import type { PublicStatus } from '../statuses.ts'

/** Why a variant did not complete; `step` is the step of the variant that failed. */
export interface VariantError {
  readonly code: string
  readonly message: string
  readonly step: string | null
}

/** The result of one variant. While it runs, and where it did not complete, there is no output. */
export interface VariantOutput {
  readonly variantIndex: number
  /** Null before the variant has started. */
  readonly runId: string | null
  readonly workflow: string
  readonly kind: string
  readonly status: PublicStatus
  readonly output: Json
  readonly error: VariantError | null
}

/** The result of a variant in the words of the public run, equal in answers and in events. */
export function outputObject(variant: VariantOutput): JsonObject {
  const { variantIndex, runId, workflow, kind, status, output, error } = variant
  return {
    variant_index: variantIndex,
    run_id: runId,
    workflow_name: workflow,
    kind,
    status,
    output,
    error: error && { ...error },
    artifacts: [],
  }
}

/** The error of a variant that was cancelled, and why. */
export const cancelledError = (message: string): VariantError => ({ code: 'CANCELLED', message, step: null })
