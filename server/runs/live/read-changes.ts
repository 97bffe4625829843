import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'

export interface Changes {
  /** Run ids by owner. */
  readonly runs: ReadonlyMap<string, ReadonlySet<string>>
  /** The position of the next read: every row before it has been read. */
  readonly next: bigint
  /** More rows remain than fit into one read: read on from `next`. */
  readonly more: boolean
  /** The position belonged to a lost log: anything may have changed, and readers must query their runs again. */
  readonly anew?: true
}

const writtenIn = (table: string) =>
  `(select run_id, xid from ${table} where xid >= $1 and xid < b.xmin order by xid limit ${limits.read.changedRows})`

/**
 * Each run is listed once, however often it was written, so the response does not grow with the number of events.
 * Owners are looked up one by one, since a join may read all runs for a few, and once each, which `offset 0` ensures.
 */
const query = `
  with b as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin),
  written as materialized (
    select w.run_id, w.xid
      from b, lateral (${writtenIn('run_log')} union all ${writtenIn('task_event')}) w order by w.xid limit ${limits.read.changedRows})
  select b.xmin, counted.rows, counted.last, changed.owner_id, changed.run_ids
    from b cross join (select count(*)::int as rows, max(xid) as last from written) counted
    left join (select owner_id, string_agg(run_id::text, ',') as run_ids
                 from (select run_id, (select r.owner_id from run r where r.id = d.run_id) as owner_id
                         from (select distinct run_id from written) d offset 0) owned
                where owner_id is not null group by 1) changed on true`

interface Read {
  readonly xmin: string
  readonly rows: number
  readonly last: string | null
  readonly owner_id: string | null
  readonly run_ids: string | null
}

/**
 * The runs whose logs grew, or on whose tasks a person acted, in commit order, from a position on. A row's position is
 * the transaction that wrote it. Only rows below the oldest running transaction are read, since a serial number would
 * skip a transaction that commits late. `from` null returns the present position only.
 */
export async function readChanges(pool: Pool, from: bigint | null): Promise<Changes> {
  const { rows } = await pool.query<Read>({ name: 'changes', text: query, values: [from ?? '9223372036854775807'] })
  const [first] = rows
  const more = first?.rows === limits.read.changedRows
  const last = BigInt((more ? first?.last : first?.xmin) ?? 0)
  const runs = new Map<string, ReadonlySet<string>>()
  for (const { owner_id, run_ids } of rows) {
    if (owner_id !== null && run_ids !== null) runs.set(owner_id, new Set(run_ids.split(',')))
  }
  // A cut page may hold only a part of its last transaction. That transaction is read again, unless the page holds
  // nothing else.
  const next = more && last === from ? last + 1n : last
  return { runs, next, more, ...(from !== null && BigInt(first?.xmin ?? 0) < from && { anew: true }) }
}

/** Merges two sets of changes; the first may be null. */
export function joinChanges(first: Changes | null, second: Changes): Changes {
  if (first === null) return second
  const owners = new Set([...first.runs.keys(), ...second.runs.keys()])
  const runsOf = (owner: string) => new Set([...(first.runs.get(owner) ?? []), ...(second.runs.get(owner) ?? [])])
  const anew = first.anew ?? second.anew
  return { ...second, runs: new Map([...owners].map((owner) => [owner, runsOf(owner)])), ...(anew && { anew }) }
}
