import type pg from 'pg'
import { limits } from '#core/limits.ts'
import { createKnowingPool } from '../db/pool.ts'

/**
 * A pool for operations alone. Monitoring gets answers however busy the other pools are, and background work takes none
 * of their connections. Hanging statements time out, so that queries do not pile up behind them.
 */
export interface OperationsPoolOptions {
  readonly purpose: 'monitoring' | 'background'
  readonly connections: number
  readonly answerWithinMs: number
  /** Further settings of its sessions, `name=value`. */
  readonly settings?: readonly string[]
}

export function createOperationsPool(
  databaseUrl: string,
  { purpose, connections, answerWithinMs, settings = [] }: OperationsPoolOptions,
  onLost: (error: Error) => void,
): pg.Pool {
  const pool = createKnowingPool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: limits.database.connectMs,
    query_timeout: answerWithinMs,
    statement_timeout: answerWithinMs,
    idle_in_transaction_session_timeout: answerWithinMs,
    application_name: `heddle ${purpose}`,
    ...(settings.length > 0 && { options: settings.map((setting) => `-c ${setting}`).join(' ') }),
  })
  pool.on('error', onLost)
  // The pool has no error listener on a connection that is checked out. The caller sees such errors through its own
  // queries.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
