import pg from 'pg'
import { limits } from '#core/limits.ts'

const { connectMs, requestStatementMs, requestAnswerMs, keepAliveMs } = limits.database

/**
 * How the requests of people reach the database, by either way: whatever is
 * wrong with it, they get an answer in time. The server gives a statement up
 * before the client gives the connection up.
 */
export function connectionSettings(databaseUrl: string, size: number): pg.PoolConfig {
  return {
    connectionString: databaseUrl,
    max: size,
    application_name: 'heddle',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectMs,
    statement_timeout: requestStatementMs,
    idle_in_transaction_session_timeout: requestStatementMs,
    query_timeout: requestAnswerMs,
  }
}

/**
 * A pool for hand-written SQL. A lost idle connection is not an error of
 * anybody: the pool opens another one, so it is only reported to `onLost`.
 */
export function createPool(
  databaseUrl: string,
  size: number,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  // Who has two things to say to the server does not wait for the first answer before the second is sent.
  const pool = new pg.Pool({ ...connectionSettings(databaseUrl, size), pipeline: true })
  pool.on('error', onLost)
  // The pool does not hear of what happens to a connection while it is lent, or saying good-bye; whoever uses it does.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
