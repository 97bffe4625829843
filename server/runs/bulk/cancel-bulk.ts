import type { Actor } from '../../actor.ts'
import type { Stores } from '../../stores.ts'
import type { BulkOperation } from './bulk-models.ts'
import { getBulk } from './get-bulk.ts'

/** Leaves the runs alone whose turn has not come; what was done, or asked for, stays so. Throws `NOT_FOUND`. */
export async function cancelBulk(stores: Stores, actor: Actor, id: string): Promise<BulkOperation> {
  await getBulk(stores, actor, id)
  await stores.pool.query(
    'update bulk_operation set cancelled_at = now(), resume_at = now() where id = $1 and ended_at is null and cancelled_at is null',
    [id],
  )
  return getBulk(stores, actor, id)
}
