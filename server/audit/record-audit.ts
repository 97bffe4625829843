import type { ClientBase, Pool } from 'pg'
import type { Prisma } from '../db/generated/client.ts'
import { type AuditColumns, type AuditEntry, columnsOf } from './entry.ts'

const insertRow = `insert into audit
  (owner_id, actor_id, kind, key_id, principal_id, action, target, outcome, times, before_hash, after_hash, address, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

/**
 * Records what an actor has done, in the transaction of the change: the client is the one that the transaction runs on.
 * Then there is no change without its row, and no row without its change.
 */
export async function recordAudit(client: ClientBase | Pool, entry: AuditEntry): Promise<void> {
  await client.query(insertRow, parametersOf(columnsOf(entry)))
}

/** The same within a transaction of Prisma. */
export async function recordAuditWithPrisma(
  transaction: Pick<Prisma.TransactionClient, 'auditRow'>,
  entry: AuditEntry,
): Promise<void> {
  await transaction.auditRow.createMany({ data: [columnsOf(entry)] })
}

function parametersOf(row: AuditColumns): (string | number | null)[] {
  return [
    row.ownerId,
    row.actorId,
    row.kind,
    row.keyId,
    row.principalId,
    row.action,
    row.target,
    row.outcome,
    row.times,
    row.beforeHash,
    row.afterHash,
    row.address,
    row.requestId,
  ]
}
