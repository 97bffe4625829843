import pg from 'pg'
import { limits } from '#core/limits.ts'
import { createGenerations, type Generations } from './generations.ts'

const { requestConnectMs, requestStatementMs, requestAnswerMs, keepAliveMs } = limits.database

/**
 * Connection settings for requests of people, for Prisma and for hand-written SQL. Timeouts guarantee a response in
 * time whatever is wrong with the database. The server's statement timeout is shorter than the client's.
 */
export function connectionSettings(databaseUrl: string, size: number): pg.PoolConfig {
  return {
    connectionString: databaseUrl,
    max: size,
    application_name: 'heddle',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: requestConnectMs,
    statement_timeout: requestStatementMs,
    idle_in_transaction_session_timeout: requestStatementMs,
    query_timeout: requestAnswerMs,
    // List statements have many parts, few of which execute. JIT compilation of all parts takes longer than the query.
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

/** A pool that knows the generation behind it: see `generationsOf`. */
class KnowingPool extends pg.Pool {
  readonly generations: Generations

  constructor(config: pg.PoolConfig, generations: Generations) {
    super({ ...config, ...admission(generations) })
    this.generations = generations
  }
}

/** The generation behind a pool; constant for a pool that was not created here. */
export function generationsOf(pool: pg.Pool): Pick<Generations, 'current' | 'onChange'> {
  return pool instanceof KnowingPool ? pool.generations : unknown
}

const unknown = { current: null, onChange: () => () => undefined }

export function createKnowingPool(config: pg.PoolConfig): pg.Pool {
  return new KnowingPool(config, createGenerations())
}

/**
 * A pool for hand-written SQL. A lost idle connection is no error for any caller, because the pool opens another one;
 * the loss is only reported to `onLost`.
 */
export function createPool(
  databaseUrl: string,
  size: number,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  // Pipelining: a second statement is sent without waiting for the first one's result.
  const pool = createKnowingPool({ ...connectionSettings(databaseUrl, size), pipeline: true })
  pool.on('error', onLost)
  // The pool has no error listener on a connection that is checked out or closing. The caller sees such errors through
  // its own queries.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
