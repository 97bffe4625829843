import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { type Place, placeBefore } from '../log-place.ts'
import type { ObservedRow } from './hook-calls.ts'

/** Whether an event of the row sets the run's status. Data that looks like such an event only costs an extra read. */
const says = (row: string) =>
  `${row}.events ~ '"workflow\\.run\\.(status_changed|retried|rolling_back|completed|failed|cancelled)"'`

export interface LogPage {
  readonly rows: readonly ObservedRow[]
  readonly next: Place
  readonly more: boolean
}

/**
 * The next rows of the log, in order per run, from transactions that no running transaction can precede any more. Rows
 * that are too old are skipped, and so are test runs and their descendants, because a test of a draft is private to its
 * author.
 */
export async function readLog(pool: Pool, after: Place): Promise<LogPage> {
  const { pageRows, pageBytes, oldestMs } = limits.observers
  const { rows } = await pool.query<
    { xmin: string; xid: string | null; seq: number; fits: boolean; told: boolean } & ObservedRow
  >(
    `select b.xmin, l.*
       from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin) b
       cross join lateral (
         -- Where a page is full, so that not all that has come since is read and sorted for it.
         select coalesce((select xid from run_log where xid > $1::bigint and xid < b.xmin order by xid offset ${pageRows} limit 1),
                         b.xmin - 1) as last) bound
       left join lateral (
         select g.xid::text, g.run_id as "runId", g.seq, g.events, r.workflow, r.owner_id as "ownerId",
                sum(octet_length(g.events)) over (order by g.xid, g.run_id, g.seq) - octet_length(g.events) < $4 as fits,
                g.at > clock_timestamp() - make_interval(secs => $5::float8 / 1000)
                  and not exists (select from run t where t.id = r.root_run_id and t.version < 0) as told,
                case when ${says('g')} then (select e.events from run_log e
                  where e.run_id = g.run_id and e.seq < g.seq and ${says('e')}
                  order by e.seq desc limit 1) end as "changedIn"
           from (select xid, run_id, seq, events, at from run_log
                  where xid >= $1::bigint and xid <= bound.last and (xid, run_id, seq) > ($1::bigint, $2::uuid, $3::int)
                  order by xid, run_id, seq limit ${pageRows}) g
           join run r on r.id = g.run_id
       ) l on true
      order by l.xid::bigint, l."runId", l.seq`,
    [after.xid, after.runId, after.seq, pageBytes, oldestMs],
  )
  const found = rows.filter((row) => row.xid !== null)
  const fitting = found.filter((row) => row.fits)
  const last = fitting.at(-1)
  const more = found.length === pageRows || fitting.length < found.length
  const end = placeBefore(rows[0]?.xmin ?? after.xid)
  return {
    rows: fitting
      .filter((row) => row.told)
      .map(({ runId, workflow, ownerId, events, changedIn }) => ({ runId, workflow, ownerId, events, changedIn })),
    next: more && last?.xid ? { xid: last.xid, runId: last.runId, seq: last.seq } : end,
    more: more && last !== undefined,
  }
}
