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
    // Not by the order of epochs: an engine may take a run back from a younger one that let go of it. Every row is
    // sorted into a spell of one owner: to look for the owner of each row takes a quarter of an hour at 300,000 rows.
    invariant: 5,
    what: 'was written to by an engine that was not the last one to take it',
    over: 'run_log',
    sql: `
with written as (
  select run_id, row_seq, min(engine_epoch) as engine_epoch,
         (array_agg((payload->>'epoch')::bigint order by ordinality desc)
           filter (where type in ('workflow.run.promoted', 'workflow.run.owned')))[1] as taken_in
    from history group by run_id, row_seq
), spells as (
  select *, count(taken_in) over (partition by run_id order by row_seq) as spell from written
), owned as (
  select run_id, engine_epoch, first_value(taken_in) over (partition by run_id, spell order by row_seq) as owner from spells
)
select distinct run_id from owned where engine_epoch <> coalesce(owner, 0)`,
  },
]
