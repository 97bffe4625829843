import type { Pool } from 'pg'
import { liveStatuses } from '#core/run/views/status.ts'
import { countChanges } from '#server/runs/removal/count-changes.ts'

/**
 * The number of runs per status, without reading all runs. Active runs are counted by the index of statuses. Ended
 * runs, whose number only grows, are counted in `run_count` by the writers of the run index: an entry stores the status
 * under which its run is counted (`run_search.counted`), and a change of that status updates the count in the same
 * transaction. The commits of runs are therefore not involved, and the counts lag behind them as much as the index
 * does.
 */
const COMPLETE = 'run_count'

/** Counts ended runs for which no entry can be made: each gets an entry with nothing but its count. */
export async function countUnreadable(pool: Pool, runIds: readonly string[]): Promise<void> {
  await pool.query(
    `with kept as (
       insert into run_search (run_id, owner_id, seq, numbers, counted, total_of)
       select s.run_id, s.owner_id, 0, 1, s.status, case when s.child or r.version < 0 then '' else r.workflow end
         from run_state s join run r on r.id = s.run_id
        where s.run_id = any($1::uuid[]) and s.ended_at is not null order by s.run_id
       on conflict (run_id) do update set (counted, total_of) = (excluded.counted, excluded.total_of)
       returning old.counted as counted_before, new.counted)
     ${countChanges('select counted as status, 1 as runs from kept union all select counted_before, -1 from kept')}`,
    [runIds],
  )
}

/**
 * Counts all entries, once: after the log was read to its end, if the row that marks the counts as complete does not exist yet.
 * Writers wait meanwhile, and add their counts afterwards.
 */
export async function openCounts(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select from bookmark where name = $1', [COMPLETE])
  if (rowCount === 1) return
  const client = await pool.connect()
  try {
    await client.query('begin; lock table run_count in share row exclusive mode')
    await client.query('delete from run_count')
    await client.query(
      `insert into run_count (status, bucket, runs)
       select counted, 0, count(*) from run_search where counted is not null group by counted`,
    )
    await client.query('insert into bookmark (name, xid) values ($1, 0) on conflict do nothing', [COMPLETE])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The number of runs by status; until the counts exist, all runs are read. */
export async function countByStatus(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ status: string; runs: number }>(
    `with counted as materialized (select exists (select from bookmark where name = '${COMPLETE}') as so)
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
