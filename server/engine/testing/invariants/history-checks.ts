import type { Check } from './check.ts'

export const historyChecks: readonly Check[] = [
  {
    invariant: 4,
    what: 'has a gap in its numbers, a log row under a wrong number, or time going back',
    over: 'history',
    sql: `
with ordered as (
  select *, row_number() over w as expected, lag(at) over w as previous_at,
         min(seq) over (partition by run_id, row_seq) as first_of_row
    from history window w as (partition by run_id order by row_seq, ordinality)
)
select distinct run_id from ordered where seq <> expected or at < previous_at or row_seq <> first_of_row`,
  },
  {
    // Not by the order of epochs: an engine may take a run back from a younger one that let go of it.
    invariant: 5,
    what: 'was written to by an engine that was not the last one to take it',
    over: 'run_log',
    sql: `
with owners as materialized (
  select run_id, row_seq, (payload->>'epoch')::bigint as epoch from history
   where type in ('workflow.run.promoted', 'workflow.run.owned')
)
select distinct l.run_id from run_log l
  left join lateral (
    select epoch from owners o where o.run_id = l.run_id and o.row_seq <= l.seq order by o.row_seq desc limit 1) o on true
 where l.engine_epoch <> coalesce(o.epoch, 0)`,
  },
]
