import type { Pool } from 'pg'
import { generationSql } from '../db/generations.ts'
import { generationsOf } from '../db/pool.ts'

const FIRST_RUN = '00000000-0000-0000-0000-000000000000'

/** A position in the log, in commit order: everything up to it has been read. */
export interface Place {
  readonly xid: string
  readonly runId: string
  readonly seq: number
}

/** The position before all rows of the transaction. */
export const placeBefore = (xid: string): Place => ({ xid, runId: FIRST_RUN, seq: 0 })

/**
 * Whether this engine reads the log for all: the engine that has been alive for longest does. Its successor continues
 * from the bookmark.
 */
export async function isFirstEngine(pool: Pool, engineId: string): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from engine where lease_expires_at > clock_timestamp() order by epoch, id limit 1',
  )
  return rows[0]?.id === engineId
}

/**
 * The position to continue from; the first time the present, or the beginning of the log. After a restore, transaction
 * numbers may restart below the bookmark: the present is the right position then, too.
 */
export async function openBookmark(pool: Pool, name: string, first: 'present' | 'beginning'): Promise<Place> {
  await pool.query(
    `insert into bookmark (name, xid)
     values ($1, case when $2 then 0 else pg_snapshot_xmin(pg_current_snapshot())::text::bigint end)
     on conflict (name) do nothing`,
    [name, first === 'beginning'],
  )
  const { rows } = await pool.query<{ xid: string }>(
    `select least(xid, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text as xid from bookmark where name = $1`,
    [name],
  )
  return placeBefore(rows[0]?.xid ?? '0')
}

/**
 * Moves the bookmark, which stores a transaction: a partly read last transaction is read again after a restart. A
 * position of one generation of the database is meaningless in another generation, and is not written there.
 */
export async function moveBookmark(pool: Pool, name: string, xid: string): Promise<void> {
  await pool.query(
    `update bookmark set xid = $2 where name = $1 and xid <> $2 and coalesce($3, ${generationSql}) = ${generationSql}`,
    [name, xid, generationsOf(pool).current],
  )
}
