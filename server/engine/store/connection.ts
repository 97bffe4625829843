import pg from 'pg'

/** Whatever can run one statement: a dedicated connection, or a pool. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>
}

/**
 * One dedicated connection for prepared statements. It is opened at its first
 * use and again after it was lost; whoever was waiting on a lost connection
 * gets the error and decides whether to send again.
 */
export interface Connection extends Queryable {
  close(): Promise<void>
}

/**
 * Plans are prepared once and reused while tables grow from nothing, so the
 * planner must not fall for a sequential scan of a table that is still small.
 * Lost answers are noticed by the time-outs, on either side.
 */
const settings = [
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'statement_timeout=20000',
  'idle_in_transaction_session_timeout=20000',
]
const ANSWER_WITHIN_MS = 30_000

export function createConnection(
  databaseUrl: string,
  applicationName: string,
  extra: readonly string[] = [],
): Connection {
  let client: Promise<pg.Client> | null = null
  let closed = false

  const open = (): Promise<pg.Client> => {
    if (closed) return Promise.reject(new Error('The connection is closed.'))
    client ??= connect()
    return client
  }
  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      options: [...settings, ...extra].map((setting) => `-c ${setting}`).join(' '),
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: ANSWER_WITHIN_MS,
      pipeline: true,
    })
    const forget = () => {
      client = null
    }
    fresh.on('error', forget)
    fresh.on('end', forget)
    try {
      await fresh.connect()
      return fresh
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const current = await open()
      return current.query<Row>(statement)
    },
    async close() {
      closed = true
      const current = await client?.catch(() => null)
      client = null
      await current?.end().catch(() => undefined)
    },
  }
}
