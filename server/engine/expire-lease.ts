import { hostname } from 'node:os'
import type { ClientBase, Pool } from 'pg'

/** A dead engine of this machine cannot renew its lease: ending it now spares its runs the wait until it expires. */
export async function expireLease(connection: Pick<Pool | ClientBase, 'query'>, pid: number): Promise<void> {
  const statement = 'update engine set lease_expires_at = clock_timestamp() where pid = $1 and host = $2'
  await connection.query(statement, [pid, hostname()])
}
