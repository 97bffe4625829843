import type { RunHeader } from '#core/run/state.ts'
import { isArchived } from '#server/engine/store/definitions.ts'
import type { Stores } from '../../stores.ts'

/** The reason why a run of an archived workflow cannot be rerun; null for other workflows. */
export async function archivedWords({ pool }: Stores, { owner_id, workflow }: RunHeader): Promise<string | null> {
  return (await isArchived(pool, owner_id, workflow)) ? `${workflow} is archived. Restore it to run it again.` : null
}
