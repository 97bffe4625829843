import type { Pool } from 'pg'
import { liveStatuses } from '#core/run/views.ts'

/**
 * How many runs have each status, without a look at all of them. Runs that are under way are counted as they lie in the index of
 * statuses. Ended ones, whose number grows for ever, are counted in `run_count` by those who keep the index of runs: an entry
 * says under which status its run is counted (`run_search.counted`), and a change of that is counted in the same transaction. So
 * the commits of runs take no part in it, and the counts are behind them by as much as the index is.
 */
const BOOKMARK = 'run_count'
const BUCKETS = 16

/** Counts changes, which are rows of `status` and `runs`. Each session has a row of its own, so that none waits for another one. */
export const countChanges = (changes: string) => `
  insert into run_count (status, bucket, runs)
  select status, pg_backend_pid() % ${BUCKETS}, sum(runs) from (${changes}) change
   where status is not null group by status having sum(runs) <> 0 order by status
  on conflict (status, bucket) do update set runs = run_count.runs + excluded.runs`

/** Counts runs that have ended and of which no entry can be made: they get one that says nothing else. */
export async function countUnreadable(pool: Pool, runIds: readonly string[]): Promise<void> {
  await pool.query(
    `with kept as (
       insert into run_search (run_id, owner_id, seq, numbers, counted)
       select s.run_id, s.owner_id, 0, 1, s.status from run_state s where s.run_id = any($1::uuid[]) and s.ended_at is not null order by s.run_id
       on conflict (run_id) do update set counted = excluded.counted
       returning old.counted as counted_before, new.counted)
     ${countChanges('select counted as status, 1 as runs from kept union all select counted_before, -1 from kept')}`,
    [runIds],
  )
}

/**
 * Counts all entries, once: when the log has been read to its end after the bookmark of the counts was not there. Writers wait for it, and
 * what they count afterwards comes on top.
 */
export async function openCounts(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select from bookmark where name = $1', [BOOKMARK])
  if (rowCount === 1) return
  const client = await pool.connect()
  try {
    await client.query('begin; lock table run_count in share row exclusive mode')
    await client.query('delete from run_count')
    await client.query(
      `insert into run_count (status, bucket, runs)
       select counted, 0, count(*) from run_search where counted is not null group by counted`,
    )
    await client.query('insert into bookmark (name, xid) values ($1, 0) on conflict do nothing', [BOOKMARK])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Runs by status; all of them are looked at only until they have been counted. */
export async function countByStatus(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ status: string; runs: number }>(
    `with counted as materialized (select exists (select from bookmark where name = '${BOOKMARK}') as so)
     select status, sum(runs)::float8 as runs
       from (select status, runs from run_count where (select so from counted)
             union all
             select w.status, (select count(*) from run_state s where s.status = w.status)
               from unnest('{${liveStatuses}}'::text[]) w(status)
             union all
             select status, count(*) from run_state
              where not (select so from counted) and status <> all('{${liveStatuses}}'::text[]) group by status) part
      group by status`,
  )
  return new Map(rows.map(({ status, runs }) => [status, runs]))
}
