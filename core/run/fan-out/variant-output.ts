import type { Json, JsonObject } from '#core/json.ts'
import type { Artifact } from '../artifact.ts'
import type { EventOf } from '../event.ts'
import type { PublicStatus } from '../statuses.ts'

/** Why a variant did not complete; `step` is the step of the variant that failed. */
export interface VariantError {
  readonly code: string
  readonly message: string
  readonly step: string | null
}

/** An artifact with the step that reported it. */
export type ShownArtifact = Artifact & { readonly node_key: string }

export const shownArtifact = ({ step, payload }: EventOf<'workflow.node.artifact'>): ShownArtifact => ({
  ...payload,
  node_key: step,
})

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
  /** What its steps have reported. */
  readonly artifacts: readonly ShownArtifact[]
}

/** The result of a variant in the words of the public run, equal in answers and in events. */
export function outputObject(variant: VariantOutput): JsonObject {
  const { variantIndex, runId, workflow, kind, status, output, error, artifacts } = variant
  return {
    variant_index: variantIndex,
    run_id: runId,
    workflow_name: workflow,
    kind,
    status,
    output,
    error: error && { ...error },
    artifacts: artifacts.map((artifact) => ({ ...artifact })),
  }
}

/** The error of a variant that was cancelled, and why. */
export const cancelledError = (message: string): VariantError => ({ code: 'CANCELLED', message, step: null })
