import type { CommandOf } from '#core/run/command.ts'
import { type CancelPreview, previewCancel } from '#core/run/preview/preview-cancel.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { readRunAndDefinition } from '../rerun/read-run-and-definition.ts'

/** The effect of cancelling a run. Throws `NOT_FOUND`. */
export async function previewCancelOf(
  stores: Stores,
  actor: Actor,
  runId: string,
  command: CommandOf<'cancel'>,
): Promise<CancelPreview> {
  const { executable, state } = await readRunAndDefinition(stores, actor, runId)
  return previewCancel(executable, state, command)
}
