import { readableJson } from '#server/db/readable-json.ts'
import type { Check } from './check.ts'

/** About a database in which nothing is left to do. */
export const settledChecks: readonly Check[] = [
  {
    invariant: 5,
    what: 'is held by a run that has ended, outside of quarantine',
    over: 'run_state',
    sql: `
select l.resource as run_id from resource_lock l join run_state s on s.run_id = l.run_id
 where not l.quarantined and s.ended_at is not null`,
  },
  {
    invariant: 1,
    what: 'neither ended nor waits for anything that could wake it',
    over: 'run_state',
    sql: `
select s.run_id from run_state s
 where s.ended_at is null and not s.held
   and not exists (select from timer t where t.run_id = s.run_id)
   and not exists (select from lock_request q where q.run_id = s.run_id)
   and s.phase <> 'BLOCKED_WAITING'
   and not exists (select from human_task h where h.run_id = s.run_id and h.status = 'open')
   and not exists (select from run c join run_state cs on cs.run_id = c.id
                    where c.parent_run_id = s.run_id and cs.ended_at is null)`,
  },
  {
    invariant: 1,
    what: 'is left in the ready table, with unread mail, held by an engine or with a slot, although nothing is to be done',
    over: 'run_state',
    sql: `
select run_id from ready
union select run_id from mailbox where handled_at is null
union select run_id from run_state where engine_id is not null
union select run_id from run_slot`,
  },
  {
    invariant: 8,
    what: 'has ended and still has a timer or an open human task',
    over: 'run_state',
    sql: `
select s.run_id from run_state s where s.ended_at is not null and (
  exists (select from timer t where t.run_id = s.run_id and t.timer_id not like 'acknowledge:%') or
  exists (select from human_task h where h.run_id = s.run_id and h.status = 'open'))`,
  },
]

export const runChecks: readonly Check[] = [
  {
    // Slots exist only under a budget, where every held run has one: the slots in use are the runs that execute.
    invariant: 12,
    what: 'has a slot and neither executes nor waits in the queue, or executes without one',
    over: 'run_state',
    sql: `
select h.run_id from run_slot h
 where not exists (select from run_state s where s.run_id = h.run_id and s.engine_id is not null)
   and not exists (select from ready r where r.run_id = h.run_id)
union
select s.run_id from run_state s
 where s.engine_id is not null and exists (select from run_slot)
   and not exists (select from run_slot h where h.run_id = s.run_id)`,
  },
  {
    invariant: 5,
    what: 'is held exclusively by a run while another run that is not above or below it holds it too',
    over: 'run_state',
    sql: `
with recursive up as (
  select l.run_id, r.parent_run_id as above from resource_lock l join run r on r.id = l.run_id
  union
  select u.run_id, r.parent_run_id from up u join run r on r.id = u.above
)
select a.resource as run_id from resource_lock a join resource_lock b using (owner_id, resource)
 where a.mode = 'exclusive' and a.run_id <> b.run_id
   and not exists (select from up where (up.run_id, up.above) = (a.run_id, b.run_id))
   and not exists (select from up where (up.run_id, up.above) = (b.run_id, a.run_id))`,
  },
  {
    invariant: 5,
    what: 'is in quarantine, and its run does not leave the world unsafe',
    over: 'run_state',
    sql: `
select l.resource as run_id from resource_lock l join run_state s on s.run_id = l.run_id
 where l.quarantined and s.phase <> 'FAILED_UNSAFE'`,
  },
  {
    invariant: 1,
    what: 'was accepted and has no state, no history, or a child that nobody started',
    over: 'run',
    sql: `
select r.id as run_id from run r
 where not exists (select from run_state s where s.run_id = r.id)
    or not exists (select from run_log l where l.run_id = r.id and l.seq = 1)
union
select h.run_id from history h
 where h.type = 'workflow.child.spawned'
   and not exists (select from run r where r.id = (h.payload->>'child_run_id')::uuid)
   and not exists (select from history e where e.run_id = h.run_id and e.type = 'workflow.child.ended'
                      and e.payload->>'child_run_id' = h.payload->>'child_run_id')
   and not exists (select from mailbox m where m.run_id = h.run_id and m.handled_at is null
                      and ${readableJson('m.command')}->>'child_run_id' = h.payload->>'child_run_id')`,
  },
  {
    // What opens a run again is a retry, which an override of the step that failed announces, and a rollback that is tried again.
    invariant: 2,
    what: 'has more than one outcome in a run attempt, or goes on after it',
    over: 'history',
    sql: `
with marked as (
  select *, lead(type) over (partition by run_id order by seq) as next_type,
         count(*) filter (where type = 'workflow.run.retried'
                             or type = 'workflow.run.rolling_back' and payload->>'again' = 'true')
           over (partition by run_id order by seq) as run_attempt
    from history
),
outcomes as (
  select run_id, run_attempt, min(seq) as seq, count(*) as outcomes from marked
   where type in ('workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled') group by 1, 2
)
select distinct o.run_id from outcomes o left join marked m
    on m.run_id = o.run_id and m.run_attempt = o.run_attempt and m.seq > o.seq
   and m.type not in ('workflow.run.acknowledged', 'workflow.run.owned', 'workflow.node.skipped',
                      'workflow.run.status_changed', 'workflow.child.ended', 'workflow.child.waits_changed',
                      'workflow.human_task.closed', 'workflow.timer.cancelled', 'workflow.phase.changed')
   and not (m.type = 'workflow.node.overridden' and coalesce(m.next_type, '') in ('workflow.run.retried', 'workflow.phase.changed'))
 where o.outcomes > 1 or m.run_id is not null`,
  },
]
