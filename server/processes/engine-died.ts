import pg from 'pg'
import { limits } from '#core/limits.ts'
import { forgetLastCalls } from '#server/engine/executor/quarantine/last-calls.ts'
import { expireLease } from '#server/engine/expire-lease.ts'

/**
 * Cleans up after a dead engine to save its successor time: the lease ends, and no step is isolated when the engine
 * was killed from outside.
 */
export async function engineDied(databaseUrl: string, pid: number, signal: NodeJS.Signals | null): Promise<void> {
  if (signal === 'SIGKILL') forgetLastCalls(pid)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: limits.database.connectMs })
  // Query errors report the lost connection, too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await expireLease(client, pid)
  } finally {
    await client.end()
  }
}
