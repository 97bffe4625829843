import type { ClientBase, Pool } from 'pg'
import type { Prisma } from '../db/generated/client.ts'
import { type AuditColumns, type AuditEntry, columnsOf } from './entry.ts'

const columns =
  'owner_id, actor_id, kind, key_id, principal_id, action, target, outcome, times, before_hash, after_hash, address, request_id'

/**
 * Records what an actor has done, in the transaction of the change: the client is the one that the transaction runs on.
 * Then there is no change without its row, and no row without its change.
 */
export async function recordAudit(client: ClientBase | Pool, entry: AuditEntry): Promise<void> {
  await client.query(rowFrom('$1'), [auditJson(entry)])
}

/** The same within a transaction of Prisma. */
export async function recordAuditWithPrisma(
  transaction: Pick<Prisma.TransactionClient, 'auditRow'>,
  entry: AuditEntry,
): Promise<void> {
  await transaction.auditRow.createMany({ data: [columnsOf(entry)] })
}

/**
 * The row as part of another statement, for changes of one statement: `with changed as (update …), audited as (…)`. The
 * row is written under the condition alone, such as `exists (select from changed)`. `bind` makes a parameter of a value.
 */
export function auditInsert(entry: AuditEntry, bind: (value: unknown) => string, condition: string): string {
  return `${rowFrom(bind(auditJson(entry)))} where ${condition}`
}

/** The statement that inserts the row of a parameter, which holds the JSON of `auditJson`. */
export function rowFrom(parameter: string): string {
  return `insert into audit (${columns}) select ${columns} from json_populate_record(null::audit, ${parameter}::json)`
}

/** The columns of a row as JSON, by their names in the database. */
export function auditJson(entry: AuditEntry): string {
  const row: AuditColumns = columnsOf(entry)
  const named = Object.entries(row).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return JSON.stringify(Object.fromEntries(named))
}
