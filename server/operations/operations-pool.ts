import type pg from 'pg'
import { limits } from '#core/limits.ts'
import { createKnowingPool } from '../db/pool.ts'

/**
 * Connections that are nobody's but operations': monitoring is answered
 * however busy the others are, and upkeep takes none of theirs. What hangs is
 * given up, so that questions do not pile up behind it.
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
  // The pool does not hear of what happens to a connection while it is lent; whoever uses it does.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
