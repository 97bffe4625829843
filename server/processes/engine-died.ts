import pg from 'pg'
import { limits } from '#core/limits.ts'
import { forgetLastCalls } from '#server/engine/executor/last-calls.ts'
import { expireLease } from '#server/engine/expire-lease.ts'

/** What spares the next engine time: the lease of the dead one ends, and no step is suspected of what was done from outside. */
export async function engineDied(databaseUrl: string, pid: number, signal: NodeJS.Signals | null): Promise<void> {
  if (signal === 'SIGKILL') forgetLastCalls(pid)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limits.database.connectMs })
  // It is told by what is asked, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await expireLease(client, pid)
  } finally {
    await client.end()
  }
}
