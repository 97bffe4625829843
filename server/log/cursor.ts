import type { Pool, PoolClient } from 'pg'
import { generationSql } from '../db/generations.ts'

/**
 * SQL of the present of the log: the number of the oldest running transaction. Rows of transactions below it are
 * complete, so a reader that stays below it skips no transaction that commits late. A serial number would skip one.
 */
export const presentSql = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint'

const FIRST_RUN = '00000000-0000-0000-0000-000000000000'

/** The position of a consumer of the log, in commit order: every row up to it has been read. */
export interface Cursor {
  /** The transaction that wrote the row. */
  readonly xid: string
  readonly runId: string
  readonly seq: number
}

/** The cursor before all rows of the transaction. */
export const cursorBefore = (xid: string): Cursor => ({ xid, runId: FIRST_RUN, seq: 0 })

/** Where a new subscriber starts: with rows committed from now on, or with the first row of the log. */
export type StartsAt = 'present' | 'beginning'

async function createIfMissing(db: Pool | PoolClient, name: string, startsAt: StartsAt): Promise<void> {
  await db.query(
    `insert into bookmark (name, xid) values ($1, case when $2 then 0 else ${presentSql} end)
     on conflict (name) do nothing`,
    [name, startsAt === 'beginning'],
  )
}

/**
 * The stored cursor of a subscriber. After a restore, transaction numbers may have restarted below it: the present is
 * its right position then, and is stored at once, before rows that a later reader would skip.
 */
export async function openCursor(pool: Pool, name: string, startsAt: StartsAt): Promise<Cursor> {
  await createIfMissing(pool, name, startsAt)
  const { rows } = await pool.query<{ xid: string; present: string }>(
    `select xid, ${presentSql} as present from bookmark where name = $1`,
    [name],
  )
  const { xid = '0', present = '0' } = rows[0] ?? {}
  if (BigInt(xid) <= BigInt(present)) return cursorBefore(xid)
  await pool.query('update bookmark set xid = $2 where name = $1 and xid > $2', [name, present])
  return cursorBefore(present)
}

/**
 * The stored cursor, locked until the transaction of the client ends: one consumer at a time moves it. The page has to
 * be read by a later statement, which sees rows that were committed while this one waited for the lock.
 */
export async function lockCursor(client: PoolClient, name: string, startsAt: StartsAt): Promise<Cursor> {
  await createIfMissing(client, name, startsAt)
  const { rows } = await client.query<{ xid: string }>('select xid from bookmark where name = $1 for update', [name])
  return cursorBefore(rows[0]?.xid ?? '0')
}

/**
 * Stores a cursor. Only its transaction is stored: a partly read last transaction is read again after a restart. A
 * cursor of one generation of the database is meaningless in another one, and is not written there; `generation` null
 * stands for the present one.
 */
export async function storeCursor(
  db: Pool | PoolClient,
  name: string,
  { xid }: Cursor,
  generation: string | null = null,
): Promise<void> {
  await db.query(
    `update bookmark set xid = $2 where name = $1 and xid <> $2 and coalesce($3, ${generationSql}) = ${generationSql}`,
    [name, xid, generation],
  )
}
