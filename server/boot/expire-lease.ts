import { hostname } from 'node:os'
import pg from 'pg'

/** A dead engine cannot renew its lease: ending it now spares its runs the wait until it expires. */
export async function expireLease(databaseUrl: string, pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('update engine set lease_expires_at = clock_timestamp() where pid = $1 and host = $2', [
      pid,
      hostname(),
    ])
  } finally {
    await client.end()
  }
}
