import pg from 'pg'
import { limits } from '#core/limits.ts'
import { createGenerations, type Generations } from './generations.ts'

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
    // Statements of lists are of many parts, of which few are ever executed: to compile all of them takes longer than to answer.
    options: '-c jit=off',
    ...admission(createGenerations()),
  }
}

/** Settings of a pool whose connections are asked for the generation of the database before they are lent. */
export function admission(generations: Generations): Pick<pg.PoolConfig, 'onConnect'> {
  return {
    async onConnect(client) {
      await generations.admit(client as pg.PoolClient)
    },
  }
}

const byPool = new WeakMap<pg.Pool, Generations>()

/** What is known of the generation behind a pool; it never changes for one that was not made here. */
export function generationsOf(pool: pg.Pool): Pick<Generations, 'current' | 'onChange'> {
  return byPool.get(pool) ?? unknown
}

const unknown = { current: null, onChange: () => () => undefined }

/** A pool that knows the generation behind it: see `generationsOf`. */
export function createKnowingPool(config: pg.PoolConfig): pg.Pool {
  const generations = createGenerations()
  const pool = new pg.Pool({ ...config, ...admission(generations) })
  byPool.set(pool, generations)
  return pool
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
  const pool = createKnowingPool({ ...connectionSettings(databaseUrl, size), pipeline: true })
  pool.on('error', onLost)
  // The pool does not hear of what happens to a connection while it is lent, or saying good-bye; whoever uses it does.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
