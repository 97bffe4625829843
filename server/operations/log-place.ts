import type { Pool } from 'pg'
import { generationSql } from '../db/generations.ts'
import { generationsOf } from '../db/pool.ts'

const FIRST_RUN = '00000000-0000-0000-0000-000000000000'

/** A place in the log, in commit order: everything up to it has been read. */
export interface Place {
  readonly xid: string
  readonly runId: string
  readonly seq: number
}

/** Before everything that the transaction wrote. */
export const placeBefore = (xid: string): Place => ({ xid, runId: FIRST_RUN, seq: 0 })

/** Of several engines the one that has been alive for longest reads for all; its successor goes on from the bookmark. */
export async function isFirstEngine(pool: Pool, engineId: string): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from engine where lease_expires_at > clock_timestamp() order by epoch, id limit 1',
  )
  return rows[0]?.id === engineId
}

/**
 * Where reading goes on; the first time at the present, or at the beginning of
 * the log. After a restore the numbers of transactions may begin again below
 * the bookmark: the present is right then, too.
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
 * The bookmark knows transactions: what of the last one was read is read again after a restart. A place in the log of one
 * generation of the database says nothing in another one, and is not written there.
 */
export async function moveBookmark(pool: Pool, name: string, xid: string): Promise<void> {
  await pool.query(
    `update bookmark set xid = $2 where name = $1 and xid <> $2 and coalesce($3, ${generationSql}) = ${generationSql}`,
    [name, xid, generationsOf(pool).current],
  )
}
