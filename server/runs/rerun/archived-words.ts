import { shownWorkflow } from '#core/run/fan-out/fan-out.ts'
import type { RunHeader } from '#core/run/state.ts'
import { isArchived } from '#server/engine/store/definitions.ts'
import type { Stores } from '../../stores.ts'

/** The reason why a run of an archived workflow cannot be rerun; null for other workflows. */
export async function archivedWords({ pool }: Stores, header: RunHeader): Promise<string | null> {
  const { owner_id } = header
  const { workflow } = shownWorkflow(header)
  return (await isArchived(pool, owner_id, workflow)) ? `${workflow} is archived. Restore it to run it again.` : null
}
