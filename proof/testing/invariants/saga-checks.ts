import type { Check } from './check.ts'

const undoable = `
undoable as (
  select run_id, step, iteration, item, min(seq) as seq from history
   where (type in ('workflow.node.completed', 'workflow.node.failed') and payload->>'undoable' = 'true')
      or type = 'workflow.compensation.registered'
   group by 1, 2, 3, 4
),
undone as (
  select run_id, step, iteration, item, seq, payload->>'outcome' as outcome from history
   where type = 'workflow.compensation.completed'
)`

export const sagaChecks: readonly Check[] = [
  {
    invariant: 7,
    what: 'has a compensation recorded twice, of a step that never completed, or a step that completed visited as a noop',
    over: 'history',
    sql: `
with ${undoable}
select run_id from undone where outcome = 'done' group by run_id, step, iteration, item having count(*) > 1
union
select d.run_id from undone d left join undoable u using (run_id, step, iteration, item)
 where (d.outcome = 'done' and (u.seq is null or u.seq > d.seq)) or (d.outcome = 'noop' and u.seq < d.seq)`,
  },
  {
    invariant: 7,
    what: 'has compensations that are not in reverse order of completion',
    over: 'history',
    sql: `
with ${undoable},
rollbacks as (
  select run_id, seq, count(*) over (partition by run_id order by seq) as number from history
   where type = 'workflow.run.rolling_back'
),
ordered as (
  select d.run_id, u.seq, lag(u.seq) over (partition by d.run_id, r.number order by d.seq) as before
    from undone d join undoable u using (run_id, step, iteration, item)
    join lateral (select max(number) as number from rollbacks r where r.run_id = d.run_id and r.seq < d.seq) r on true
   where d.outcome = 'done'
)
select distinct run_id from ordered where before < seq`,
  },
  {
    invariant: 7,
    what: 'was rolled back and has a completed step that was neither undone nor reported as not undone',
    over: 'history',
    sql: `
with ${undoable},
ended as (
  select o.run_id, o.seq from history o
   where o.type in ('workflow.run.failed', 'workflow.run.cancelled')
     and exists (select from history r where r.run_id = o.run_id and r.type = 'workflow.run.rolling_back' and r.seq < o.seq
                    and not exists (select from history t where t.run_id = o.run_id and t.type = 'workflow.run.retried'
                                       and t.seq between r.seq and o.seq))
)
select distinct e.run_id from ended e join undoable u on u.run_id = e.run_id and u.seq < e.seq
 where not exists (
   select from history d where d.run_id = u.run_id and d.seq > u.seq and d.seq < e.seq
      and (d.step, d.iteration, d.item) = (u.step, u.iteration, u.item)
      and (d.type = 'workflow.compensation.completed'
           or (d.type = 'workflow.compensation.failed' and d.payload->>'will_retry' = 'false')))`,
  },
]
