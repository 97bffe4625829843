import type { Pool } from 'pg'

/** Transactions that were committed in a database, by what they wrote. */
export interface Transactions {
  /** Starts, claims, flushes, releases: whatever writes a row for a run. */
  readonly runs: number
  /** That wrote nothing but a hint. */
  readonly hints: number
  /** The row of an engine: its lease, renewed every three seconds, and what it counts, as often. */
  readonly engineRow: number
  /** The index of runs and its cursor. */
  readonly index: number
  /** PostgreSQL’s own, such as statistics. */
  readonly database: number
  /** Rows that those wrote which write for runs. */
  readonly runRows: number
}

const INDEX = new Set(['run_search', 'run_number', 'run_count', 'bookmark'])

export async function walPlace(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ place: string }>('select pg_current_wal_insert_lsn()::text as place')
  return rows[0]?.place ?? '0/0'
}

/** Since then, as the write-ahead log has it; needs the rights of an administrator. */
export async function transactionsSince(pool: Pool, place: string): Promise<Transactions> {
  await pool.query('create extension if not exists pg_walinspect')
  const { rows } = await pool.query<{ tables: readonly string[]; transactions: number; rows: number }>(
    `with record as materialized (
       select xid::text as xid, record_type, block_ref,
              (resource_manager = 'Heap' and record_type ~ 'INSERT|UPDATE|DELETE')::int as is_row
         from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn())
        where xid <> '0' and (block_ref is not null or resource_manager = 'Transaction')),
     place as (
       select r.xid, b.node from record r,
              lateral (select unnest(array(select distinct m[2]::oid from regexp_matches(r.block_ref, 'rel \\d+/(\\d+)/(\\d+)', 'g') m
                                            where m[1]::oid = (select oid from pg_database where datname = current_database()))) as node) b),
     written as (
       select p.xid, array_agg(distinct case n.nspname when 'public' then c.relname::text else 'catalog' end) as tables
         from place p join pg_class c on c.relfilenode = p.node and c.relkind = 'r'
         join pg_namespace n on n.oid = c.relnamespace group by p.xid)
     select coalesce(w.tables, '{}') as tables, count(*)::int as transactions, sum(k.rows)::int as rows
       from (select xid, sum(is_row) as rows from record group by xid having bool_or(record_type = 'COMMIT')) k
            left join written w using (xid) group by 1`,
    [place],
  )
  const found = { runs: 0, hints: 0, engineRow: 0, index: 0, database: 0, runRows: 0 }
  for (const { tables, transactions, rows: written } of rows) {
    const kind = kindOf(tables)
    found[kind] += transactions
    if (kind === 'runs') found.runRows += written
  }
  return found
}

function kindOf(tables: readonly string[]): Exclude<keyof Transactions, 'runRows'> {
  const ours = tables.filter((table) => table !== 'catalog')
  if (tables.length === 0) return 'hints'
  if (ours.length === 0) return 'database'
  if (ours.every((table) => table === 'engine')) return 'engineRow'
  return ours.every((table) => INDEX.has(table)) ? 'index' : 'runs'
}
