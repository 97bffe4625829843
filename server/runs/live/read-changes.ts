import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'

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

/**
 * Each run is listed once, however often it was written, so the response does not grow with the number of events.
 * Owners are looked up one by one, since a join may read all runs for a few, and once each, which `offset 0` ensures.
 */
const changesIn = (rows: number) => `
  with ${pageOfTransactions({ columns: 'run_id, xid', tables: ['run_log', 'task_event', 'removed_run'], rows })}
  select present.xmin, summary.*, changed.owner_id, changed.run_ids
    from present cross join summary
    left join (select owner_id, string_agg(run_id::text, ',') as run_ids
                 from (select run_id, coalesce((select r.owner_id from run r where r.id = d.run_id),
                                               (select m.owner_id from removed_run m where m.run_id = d.run_id)) as owner_id
                         from (select distinct run_id from page) d offset 0) owned
                where owner_id is not null group by 1) changed on true`

interface Read extends Summary {
  readonly xmin: string
  readonly owner_id: string | null
  readonly run_ids: string | null
}

/**
 * The runs whose logs grew, on whose tasks a person acted, or that a person removed, in commit order, from a position on: the number of the
 * transaction that wrote a row. `from` null returns the present position only.
 */
export async function readChanges(pool: Pool, from: bigint | null): Promise<Changes> {
  const { answer, end } = await readTransactions(limits.read.changedRows, async (rows) => {
    const name = rows === limits.read.changedRows ? 'changes' : `changes-${rows}`
    const found = await pool.query<Read>({ name, text: changesIn(rows), values: [from ?? MOST] })
    const [first] = found.rows
    if (!first) throw new Error('The log of runs did not answer.')
    return { ...first, found: found.rows }
  })
  const runs = new Map<string, ReadonlySet<string>>()
  for (const { owner_id, run_ids } of answer.found) {
    if (owner_id !== null && run_ids !== null) runs.set(owner_id, new Set(run_ids.split(',')))
  }
  return {
    runs,
    next: BigInt(end.next.xid),
    more: end.more,
    ...(from !== null && BigInt(answer.xmin) < from && { anew: true }),
  }
}

/** The largest bigint of the database: no transaction reaches it. */
const MOST = 9_223_372_036_854_775_807n

/** Merges two sets of changes; the first may be null. */
export function joinChanges(first: Changes | null, second: Changes): Changes {
  if (first === null) return second
  const owners = new Set([...first.runs.keys(), ...second.runs.keys()])
  const runsOf = (owner: string) => new Set([...(first.runs.get(owner) ?? []), ...(second.runs.get(owner) ?? [])])
  const anew = first.anew ?? second.anew
  return { ...second, runs: new Map([...owners].map((owner) => [owner, runsOf(owner)])), ...(anew && { anew }) }
}
