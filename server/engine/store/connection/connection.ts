import pg from 'pg'
import { limits } from '#core/limits.ts'
import { breakOff, createGenerations, type Generations, OtherGeneration } from '#server/db/generations.ts'
import { isStatementGone } from '../../store-error.ts'
import { type PreparedStatement, runPrepared, type TextRow } from './prepared-query.ts'

/** A statement; `query_timeout` is the number of milliseconds within which its answer must come. */
export interface Statement extends pg.QueryConfig {
  readonly query_timeout?: number
}

/** A queryable runs one statement: a dedicated connection, or a pool. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
}

/**
 * One dedicated connection for prepared statements. It is opened at its first use and again after a loss. A caller that
 * was waiting on a lost connection gets the error and decides whether to send again.
 */
export interface Connection extends Queryable {
  /** Runs a statement of the hot path, with rows as texts. */
  rows(statement: PreparedStatement): Promise<readonly TextRow[]>
  /** Number of the present connection: a transaction begun under an earlier number is gone. */
  session(): number
  /** Drops the present connection, in any state; the next statement opens another one. */
  renew(): void
  /**
   * This connection for decisions of one generation of the database; throws `OtherGeneration` when it leads to another
   * one.
   */
  within(generation: string | undefined): Connection
  close(): Promise<void>
}

export interface ConnectionOptions {
  /** A statement without an answer after this is given up, and the connection with it. */
  readonly answerMs?: number
  /** Shared by connections of one user, so that all of them lead to the same generation of the database. */
  readonly generations?: Generations
}

interface Opened {
  readonly client: pg.Client
  readonly generation: string
}

/**
 * Settings of each session. Plans are prepared once and reused while tables grow from nothing, so the planner must not
 * choose a sequential scan of a table that is still small. Time-outs on both sides detect lost answers.
 */
const { connectMs, statementMs, answerMs, keepAliveMs } = limits.database
const settings = [
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  `statement_timeout=${statementMs}`,
  `idle_in_transaction_session_timeout=${statementMs}`,
  // Keep-alives end the session of a client that vanished without closing it.
  `tcp_keepalives_idle=${keepAliveMs / 1000}`,
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]

export function createConnection(
  databaseUrl: string,
  applicationName: string,
  options: ConnectionOptions = {},
): Connection {
  const generations = options.generations ?? createGenerations()
  let current: { readonly client: pg.Client; readonly opened: Promise<Opened> } | null = null
  let closed = false
  let sessions = 0

  const open = (): Promise<Opened> => {
    if (closed) return Promise.reject(new Error('The connection is closed.'))
    current ??= connect()
    return current.opened
  }
  const connect = () => {
    sessions += 1
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      options: settings.map((setting) => `-c ${setting}`).join(' '),
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: connectMs,
      query_timeout: options.answerMs ?? answerMs,
      pipeline: true,
    })
    // A lost connection emits several events; by the second event there may be another connection.
    const forget = () => {
      if (current?.client === client) current = null
    }
    client.on('error', forget)
    client.on('end', forget)
    const admitted = async (): Promise<Opened> => {
      try {
        await client.connect()
        return { client, generation: await generations.admit(client) }
      } catch (error) {
        forget()
        breakOff(client)
        throw error
      }
    }
    return { client, opened: admitted() }
  }

  const giveUp = () => {
    const given = current
    current = null
    if (given) breakOff(given.client)
  }

  const run = async <Answer>(
    ask: (client: pg.Client) => Promise<Answer>,
    decidedIn: string | undefined,
  ): Promise<Answer> => {
    const { client, generation } = await open()
    if (decidedIn !== undefined && decidedIn !== generation) throw new OtherGeneration()
    return ask(client).catch((error: unknown) => {
      // Without a new connection the driver would still believe that the server knows the statement.
      if (isStatementGone(error) && current?.client === client) giveUp()
      throw error
    })
  }

  const within = (generation: string | undefined): Connection => ({
    query: <Row extends pg.QueryResultRow>(statement: Statement) =>
      run((client) => client.query<Row>(statement), generation),
    rows: (statement) => run((client) => runPrepared(client, statement), generation),
    session: () => (current === null ? 0 : sessions),
    renew: giveUp,
    within,
    async close() {
      closed = true
      const last = current
      current = null
      const opened = await last?.opened.catch(() => null)
      if (!opened) return
      // A server that does not answer the end of the session is given up after `connectMs`.
      const late = setTimeout(() => breakOff(opened.client), connectMs)
      await opened.client.end().catch(() => undefined)
      clearTimeout(late)
    },
  })
  return within(undefined)
}
