import type { Check } from './check.ts'

export const triggerChecks: readonly Check[] = [
  {
    // Only the instants of schedules are planned; backfills and starts by hand have keys of their own.
    invariant: 17,
    what: 'is a second run of one firing of a trigger, or of a planned instant',
    over: 'run',
    sql: `
select max(id::text) as run_id from run where idempotency_key like 'schedule/%'
 group by owner_id, idempotency_key having count(*) > 1
union
select max(run_id::text) from trigger_firing where run_id is not null group by run_id having count(*) > 1
union
select max(f.run_id::text) from trigger_firing f where f.cause in ('planned', 'caught_up', 'backfill') and f.run_id is not null
 group by f.trigger_id, f.planned_at having count(*) > 1`,
  },
  {
    invariant: 17,
    what: 'is the run of a firing of another trigger, or a firing that has started without a run',
    over: 'trigger_firing',
    sql: `
select coalesce(f.run_id::text, f.trigger_id || ' ' || f.key) as run_id from trigger_firing f
  left join history h on h.run_id = f.run_id and h.seq = 1
 where (f.state = 'started') <> (f.run_id is not null)
    or h.payload is not null and h.payload->'trigger'->>'id' is distinct from f.trigger_id::text`,
  },
]
