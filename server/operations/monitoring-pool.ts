import pg from 'pg'

/** Two connections are answered however busy the others are; a third question waits. */
const CONNECTIONS = 2
const ANSWER_WITHIN_MS = 5_000

/** Connections for monitoring alone: what hangs is given up, so that questions do not pile up behind it. */
export function createMonitoringPool(databaseUrl: string, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    statement_timeout: ANSWER_WITHIN_MS,
    application_name: 'heddle monitoring',
  })
  pool.on('error', onLost)
  return pool
}
