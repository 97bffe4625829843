import { hostname } from 'node:os'
import type { ClientBase, Pool } from 'pg'

/** A dead engine of this machine cannot renew its lease: ending it now spares its runs the wait until it expires. */
export async function expireLease(connection: Pick<Pool | ClientBase, 'query'>, pid: number): Promise<void> {
  const statement = 'update engine set lease_expires_at = clock_timestamp() where pid = $1 and host = $2'
  await connection.query(statement, [pid, hostname()])
}

/** The same by the id of the process, from any machine; returns the number of ended leases. */
export async function endLeaseOf(connection: Pick<ClientBase, 'query'>, processId: string): Promise<number> {
  const { rowCount } = await connection.query(
    'update engine set lease_expires_at = clock_timestamp() where process_id = $1 and lease_expires_at > clock_timestamp()',
    [processId],
  )
  return rowCount ?? 0
}
