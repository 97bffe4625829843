import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { BulkOperation } from './bulk-models.ts'
import { getBulk } from './get-bulk.ts'

/**
 * Cancels an operation: runs that have not got the command yet are left alone; commands already sent are not undone.
 * Throws `NOT_FOUND` and `FORBIDDEN`.
 */
export async function cancelBulk(stores: Stores, actor: Actor, id: string): Promise<BulkOperation> {
  const { askedBy, mayCancel } = await getBulk(stores, actor, id)
  if (!mayCancel) throw new ApiError('FORBIDDEN', `${askedBy} started this. Ask them, or a manager, to stop it.`)
  await stores.pool.query(
    'update bulk_operation set cancelled_at = now(), resume_at = now() where id = $1 and ended_at is null and cancelled_at is null',
    [id],
  )
  return getBulk(stores, actor, id)
}
