import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import type { BulkOperation } from './bulk-models.ts'
import { getBulk, getBulkRow } from './get-bulk.ts'

/**
 * Cancels an operation: runs that have not got the command yet are left alone; commands already sent are not undone.
 * Throws `NOT_FOUND` and `FORBIDDEN`.
 */
export async function cancelBulk(stores: Stores, actor: Actor, id: string): Promise<BulkOperation> {
  requirePermission(may(actor, 'bulk.cancel', await getBulkRow(stores, actor, id)))
  await stores.pool.query(
    'update bulk_operation set cancelled_at = now(), resume_at = now() where id = $1 and ended_at is null and cancelled_at is null',
    [id],
  )
  return getBulk(stores, actor, id)
}
