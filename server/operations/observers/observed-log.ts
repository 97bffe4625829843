import type { Pool } from 'pg'
import { type Cursor, cursorBefore } from '#server/log/cursor.ts'
import { type LogPage, pageOfRows } from '#server/log/page.ts'
import type { ObservedRow } from './hook-calls.ts'
import { observerLimits } from './observer-limits.ts'

/** Whether an event of the row sets the run's status. Data that looks like such an event only costs an extra read. */
const setsStatus = (row: string) =>
  `${row}.events ~ '"workflow\\.run\\.(status_changed|retried|rolling_back|completed|failed|cancelled)"'`

const query = `
  with ${pageOfRows({ columns: 'xid, run_id, seq, events, at', rows: observerLimits.pageRows })}
  select present.xmin, l.*
    from present
    left join lateral (
      select g.xid::text, g.run_id as "runId", g.seq, g.events, r.workflow, r.owner_id as "ownerId",
             sum(octet_length(g.events)) over (order by g.xid, g.run_id, g.seq) - octet_length(g.events) < $4 as fits,
             g.at > clock_timestamp() - make_interval(secs => $5::float8 / 1000)
               and not exists (select from run t where t.id = r.root_run_id and t.version < 0) as observed,
             case when ${setsStatus('g')} then (select e.events from run_log e
               where e.run_id = g.run_id and e.seq < g.seq and ${setsStatus('e')}
               order by e.seq desc limit 1) end as "changedIn"
        from page g join run r on r.id = g.run_id
    ) l on true
   order by l.xid::bigint, l."runId", l.seq`

type PageRow = ObservedRow & {
  readonly xmin: string
  /** Null for a page without rows. */
  readonly xid: string | null
  readonly seq: number
  readonly fits: boolean
  readonly observed: boolean
}

/**
 * The next rows of the log for the observers. Rows that are too old are left out, and so are test runs and their
 * descendants, because a test of a draft is private to its author.
 */
export async function readObservedLog(pool: Pool, after: Cursor): Promise<LogPage<ObservedRow>> {
  const { pageRows, pageBytes, oldestMs } = observerLimits
  const { rows } = await pool.query<PageRow>(query, [after.xid, after.runId, after.seq, pageBytes, oldestMs])
  const found = rows.filter((row) => row.xid !== null)
  const fitting = found.filter((row) => row.fits)
  const last = fitting.at(-1)
  const isCut = found.length === pageRows || fitting.length < found.length
  const end =
    isCut && last?.xid
      ? { next: { xid: last.xid, runId: last.runId, seq: last.seq }, more: true }
      : { next: cursorBefore(rows[0]?.xmin ?? after.xid), more: false }
  return {
    ...end,
    rows: fitting
      .filter((row) => row.observed)
      .map(({ runId, workflow, ownerId, events, changedIn }) => ({ runId, workflow, ownerId, events, changedIn })),
  }
}
