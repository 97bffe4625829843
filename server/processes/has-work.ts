import pg from 'pg'
import { limits } from '#core/limits.ts'

/** Whether runs wait for an engine: ready to be claimed, held by one that has died, or with a timer that is due. */
export async function hasWork(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: limits.database.connectMs,
    statement_timeout: limits.database.requestStatementMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ waits: boolean }>(
      `select exists (select from ready)
           or exists (select from run_state where engine_id is not null and ended_at is null)
           or exists (select from timer where due_at <= clock_timestamp()) as waits`,
    )
    return rows[0]?.waits ?? false
  } finally {
    await client.end()
  }
}
