import type { Pool } from 'pg'

/** Log rows read at once: several flushes of the committer. */
const MOST_ROWS = 5_000

export interface Changes {
  /** Run ids by owner. */
  readonly runs: ReadonlyMap<string, ReadonlySet<string>>
  /** Where the next reading begins: every row before it has been read. */
  readonly next: bigint
  /** There was more than could be read at once: read on from `next`. */
  readonly more: boolean
}

const writtenIn = (table: string) =>
  `(select run_id, xid from ${table} where xid >= $1 and xid < b.xmin order by xid limit ${MOST_ROWS})`

/**
 * Which runs' logs grew, and with whose tasks somebody did something, in commit order, from a position on. A row's position
 * is the transaction that wrote it; only those below the oldest running one are
 * read, since a serial number would skip a transaction that commits late.
 * `from` null asks for the present position only.
 */
export async function readChanges(pool: Pool, from: bigint | null): Promise<Changes> {
  const { rows } = await pool.query<{ xmin: string; run_id: string | null; owner_id: string; xid: string }>(
    `select b.xmin, l.run_id, l.owner_id, l.xid
       from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin) b
       left join lateral (
         select g.run_id, r.owner_id, g.xid
           from (${writtenIn('run_log')} union all ${writtenIn('task_event')}) g join run r on r.id = g.run_id
          order by g.xid
          limit ${MOST_ROWS}) l on true`,
    [from ?? '9223372036854775807'],
  )
  const xmin = BigInt(rows[0]?.xmin ?? 0)
  const more = rows.length === MOST_ROWS
  const lastXid = more ? BigInt(rows.at(-1)?.xid ?? 0) : xmin
  const runs = new Map<string, Set<string>>()
  for (const row of rows) {
    if (row.run_id === null) continue
    const ofOwner = runs.get(row.owner_id) ?? new Set()
    runs.set(row.owner_id, ofOwner.add(row.run_id))
  }
  // A cut page may hold only a part of its last transaction, which is read again, unless nothing else was in it.
  const next = more && lastXid === from ? lastXid + 1n : lastXid
  return { runs, next, more }
}
