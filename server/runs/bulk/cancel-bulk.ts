import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import type { Stores } from '../../stores.ts'
import type { BulkOperation } from './bulk-models.ts'
import { getBulk, getBulkRow } from './get-bulk.ts'

/**
 * Cancels an operation: runs that have not got the command yet are left alone; commands already sent are not undone.
 * Throws `NOT_FOUND` and `FORBIDDEN`.
 */
export async function cancelBulk(stores: Stores, actor: Actor, id: string): Promise<BulkOperation> {
  requirePermission(may(actor, 'bulk.cancel', await getBulkRow(stores, actor, id)))
  const values: unknown[] = [id]
  const entry = { actor, action: 'bulk.cancel', target: id, outcome: 'done' } as const
  await stores.pool.query(
    `with cancelled as (
       update bulk_operation set cancelled_at = now(), resume_at = now()
        where id = $1 and ended_at is null and cancelled_at is null returning id)
     ${auditInsert(entry, (value) => `$${values.push(value)}`, 'exists (select from cancelled)')}`,
    values,
  )
  return getBulk(stores, actor, id)
}
