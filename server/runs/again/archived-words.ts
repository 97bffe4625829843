import type { RunHeader } from '#core/run/state.ts'
import { isArchived } from '../../engine/store/definitions.ts'
import type { Stores } from '../../stores.ts'

/** Why no new run is made in the place of a run whose workflow is archived; null of any other. */
export async function archivedWords({ pool }: Stores, { owner_id, workflow }: RunHeader): Promise<string | null> {
  return (await isArchived(pool, owner_id, workflow)) ? `${workflow} is archived. Restore it to run it again.` : null
}
