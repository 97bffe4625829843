const BUCKETS = 16

/**
 * SQL that adds changes, which are rows of `status` and `runs`, to the counts of ended runs. Each session has a row of its
 * own, so that no session waits for another.
 */
export const countChanges = (changes: string) => `
  insert into run_count (status, bucket, runs)
  select status, pg_backend_pid() % ${BUCKETS}, sum(runs) from (${changes}) change
   where status is not null group by status having sum(runs) <> 0 order by status
  on conflict (status, bucket) do update set runs = run_count.runs + excluded.runs`
