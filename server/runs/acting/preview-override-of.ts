import { type Override, type OverridePreview, previewOverride } from '#core/run/preview/preview-override.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { authorizationFor } from '../authorization/authorization-context.ts'
import { readRunAndDefinition } from '../rerun/read-run-and-definition.ts'

/** The effect of an override of a step. Throws `NOT_FOUND`. */
export async function previewOverrideOf(
  stores: Stores,
  actor: Actor,
  runId: string,
  command: Override,
): Promise<OverridePreview> {
  const { executable, state } = await readRunAndDefinition(stores, actor, runId)
  return previewOverride(executable, state, { ...command, standing: await authorizationFor(stores, actor, runId) })
}
