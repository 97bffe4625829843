import type { Check } from './check.ts'

export const stepChecks: readonly Check[] = [
  {
    invariant: 3,
    what: 'has a step whose result is recorded twice',
    over: 'history',
    sql: `
select run_id from history where type in ('workflow.node.completed', 'workflow.item.completed')
 group by run_id, type, step, iteration, item having count(*) > 1`,
  },
  {
    invariant: 6,
    what: 'gave two attempts at the same thing different keys, or two things the same one',
    over: 'history',
    sql: `
with keys as (
  select run_id, type = 'workflow.compensation.started' as undo, step, iteration, item, payload->>'key' as key
    from history
   where type in ('workflow.node.started', 'workflow.item.started', 'workflow.human_task.decided',
                  'workflow.compensation.started')
     and payload->>'key' is not null
)
select run_id from keys group by run_id, undo, step, iteration, item having count(distinct key) > 1
union
select min(run_id::text)::uuid from keys group by key having count(distinct (run_id, undo, step, iteration, item)) > 1`,
  },
  {
    invariant: 14,
    what: 'has the result of a call that was not announced, with its key, before it was made',
    over: 'history',
    sql: `
with calls as (
  select run_id, type = 'workflow.compensation.started' as undo, step, iteration, item, attempt, min(seq) as seq,
         bool_and(payload->>'key' is not null) as keyed
    from history where type in ('workflow.node.started', 'workflow.item.started', 'workflow.compensation.started')
   group by 1, 2, 3, 4, 5, 6
)
select distinct r.run_id from history r
 where r.type in ('workflow.node.completed', 'workflow.item.completed')
   and exists (select from calls c where (c.run_id, c.step, c.iteration, c.item) = (r.run_id, r.step, r.iteration, r.item)
                  and c.keyed and not c.undo)
   and not exists (select from calls c where (c.run_id, c.step, c.iteration, c.item) = (r.run_id, r.step, r.iteration, r.item)
                      and c.attempt = r.attempt and c.seq < r.seq and not c.undo)
union
select distinct r.run_id from history r
 where r.type = 'workflow.compensation.completed' and r.payload->>'outcome' = 'done'
   and not exists (select from calls c where (c.run_id, c.step, c.iteration, c.item) = (r.run_id, r.step, r.iteration, r.item)
                      and c.undo and c.keyed and c.seq < r.seq)`,
  },
  {
    invariant: 8,
    what: 'has a timer that fired twice, or before its time',
    over: 'history',
    sql: `
with fired as (
  select run_id, payload->>'timer_id' as timer_id, min(at) as at, count(*) as times
    from history where type = 'workflow.timer.fired' group by 1, 2
),
set_at as (
  select run_id, payload->>'timer_id' as timer_id, (payload->>'due_at')::float8 as due_at
    from history where type = 'workflow.timer.set'
)
select f.run_id from fired f join set_at s using (run_id, timer_id) where f.times > 1 or f.at < s.due_at`,
  },
]
