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
    // sorted into a spell of one owner: to look for the owner of each row takes a quarter of an hour at 300,000 rows. An
    // epoch may be given again after a loss, so that a row is held against the engine as well: see store/signed-id.ts.
    invariant: 5,
    what: 'was written to by an engine that was not the last one to take it',
    over: 'run_log',
    sql: `
with written as (
  select run_id, row_seq, min(engine_epoch) as engine_epoch,
         (array_agg((payload->>'epoch') || ' ' || right(payload->>'engine_id', 12) order by ordinality desc)
           filter (where type in ('workflow.run.promoted', 'workflow.run.owned')))[1] as taken_by
    from history group by run_id, row_seq
), spells as (
  select *, count(taken_by) over (partition by run_id order by row_seq) as spell from written
), owned as (
  select run_id, row_seq, engine_epoch,
         coalesce(first_value(taken_by) over (partition by run_id, spell order by row_seq), '0 nobody') as owner from spells
)
select distinct o.run_id from owned o join run_log l on (l.run_id, l.seq) = (o.run_id, o.row_seq)
 where o.engine_epoch <> split_part(o.owner, ' ', 1)::bigint
    or substr(l.append_id::text, 15, 1) = '8' and right(l.append_id::text, 12) <> split_part(o.owner, ' ', 2)
union
select s.run_id from run_state s
  join lateral (select h.payload from history h
                 where h.run_id = s.run_id and h.type in ('workflow.run.promoted', 'workflow.run.owned')
                 order by h.seq desc limit 1) taken on true
 where s.engine_id is not null
   and (s.engine_id, s.engine_epoch) is distinct from (taken.payload->>'engine_id', (taken.payload->>'epoch')::bigint)`,
  },
]
