import pg from 'pg'
import { limits } from '#core/limits.ts'
import { breakOff, createGenerations, type Generations, OtherGeneration } from '../../db/generations.ts'
import { isStatementGone } from '../store-error.ts'
import { type PreparedStatement, runPrepared, type TextRow } from './prepared-query.ts'

/** `query_timeout`: milliseconds within which this one is to be answered. */
export interface Statement extends pg.QueryConfig {
  readonly query_timeout?: number
}

/** Whatever can run one statement: a dedicated connection, or a pool. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>
}

/**
 * One dedicated connection for prepared statements. It is opened at its first
 * use and again after it was lost; whoever was waiting on a lost connection
 * gets the error and decides whether to send again.
 */
export interface Connection extends Queryable {
  /** The same for statements of the hot path, with rows as texts. */
  rows(statement: PreparedStatement): Promise<readonly TextRow[]>
  /** Which connection it is by now: another one has not seen what was begun on the one before. */
  session(): number
  /** Gives the present connection up, whatever state it is in; the next statement opens another one. */
  renew(): void
  /** The same connection for what was decided in one generation of the database: `OtherGeneration` where it leads to another one. */
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
 * Plans are prepared once and reused while tables grow from nothing, so the
 * planner must not fall for a sequential scan of a table that is still small.
 * Lost answers are noticed by the time-outs, on either side.
 */
const { connectMs, statementMs, answerMs, keepAliveMs } = limits.database
const settings = [
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  `statement_timeout=${statementMs}`,
  `idle_in_transaction_session_timeout=${statementMs}`,
  // So that a server does not keep the session of a client that is gone without a word.
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
    // A lost connection says so more than once; by the second time there may be another one.
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
      // The driver would go on believing that the server knows the statement.
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
      // A server that does not hear the good-bye is not waited for.
      const late = setTimeout(() => breakOff(opened.client), connectMs)
      await opened.client.end().catch(() => undefined)
      clearTimeout(late)
    },
  })
  return within(undefined)
}
