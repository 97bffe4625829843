import type { Pool } from 'pg'
import { PARKED } from '../engine/store/queue-position.ts'
import { type Replication, replicationSql } from './replication.ts'

/** The tables that change with every run, whose maintenance is monitored. */
const hotTables = ['run_state', 'run_log', 'ready', 'mailbox', 'timer', 'human_task', 'engine'] as const

export interface TableFigures {
  readonly table: string
  readonly live: number
  readonly dead: number
  readonly updates: number
  readonly hot: number
}

/** Figures from the database, at one moment. */
export interface DatabaseFigures {
  readonly ready: number
  /** The age of the first queued run; 0 when the queue is empty. */
  readonly readyAgeSeconds: number
  readonly mailbox: number
  readonly openTasks: number
  readonly timersDue: number
  readonly timerLatenessSeconds: number
  readonly notices: number
  readonly databaseBytes: number
  readonly connections: number
  readonly connectionsAllowed: number
  readonly replication: Replication
  readonly tables: readonly TableFigures[]
}

/** Each count reads an index that contains only the counted rows, or a table that is normally empty. */
const figures = `
select (select count(*) from ready)::float8 as ready,
       coalesce((select extract(epoch from clock_timestamp() - created_at) from ready where position < ${PARKED} order by position limit 1), 0)::float8
         as "readyAgeSeconds",
       (select count(*) from mailbox where handled_at is null)::float8 as mailbox,
       (select count(*) from human_task where status = 'open')::float8 as "openTasks",
       (select count(*) from timer where due_at <= statement_timestamp())::float8 as "timersDue",
       coalesce((select extract(epoch from greatest(clock_timestamp() - min(due_at), interval '0')) from timer), 0)::float8
         as "timerLatenessSeconds",
       (select count(*) from failure_notice)::float8 as notices,
       pg_database_size(current_database())::float8 as "databaseBytes",
       (select count(*) from pg_stat_activity where datname = current_database())::float8 as connections,
       current_setting('max_connections')::float8 as "connectionsAllowed",
       ${replicationSql} as replication`

const tables = `
select relname as "table", n_live_tup::float8 as live, n_dead_tup::float8 as dead, n_tup_upd::float8 as updates,
       n_tup_hot_upd::float8 as hot
  from pg_stat_user_tables where schemaname = current_schema() and relname = any($1)`

export async function readDatabase(pool: Pool): Promise<DatabaseFigures> {
  const [one, ofTables] = await Promise.all([
    pool.query<Omit<DatabaseFigures, 'tables'>>(figures),
    pool.query<TableFigures>(tables, [[...hotTables]]),
  ])
  const [row] = one.rows
  if (!row) throw new Error('The database said nothing about itself.')
  return { ...row, tables: ofTables.rows }
}
