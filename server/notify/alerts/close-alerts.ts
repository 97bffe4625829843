import type { PoolClient } from 'pg'
import { alertLimits } from './alert-limits.ts'

/** The instant of the last event of a tree, as far as its newest runs tell. */
export const lastEvent = (root: string) => `
  select max(l.at) as last_at
    from (select b.id from run b where b.root_run_id = ${root} order by b.id desc limit ${alertLimits.runsOfTree}) b
   cross join lateral (select at from run_log where run_id = b.id order by seq desc limit 1) l`

export const millisecondsOf = (instant: string) => `(extract(epoch from ${instant}) * 1000)::bigint`

/**
 * Closes the open alerts of runs that go on or have ended, and notes that they have recovered where the rule says so:
 * a failed run that has completed after all, a late one that has ended well, a stuck one in which something has happened.
 * What only ends an alert, such as the cancelling of a late run, is no recovery.
 */
export async function closeAlerts(client: PoolClient, rootIds: readonly string[]): Promise<void> {
  await client.query(
    `with state as (
       select s.run_id, s.status, s.ended_at, t.last_at
         from run_state s left join lateral (${lastEvent('s.run_id')}) t on true
        where s.run_id = any($1::uuid[])),
     closed as (
       update alert a set open = false
         from state s
        where a.run_id = s.run_id and a.open
          and case a.event
                when 'failed' then s.status not like 'FAILED%' and s.ended_at is not null
                when 'late' then s.ended_at is not null
                else s.ended_at is not null or ${millisecondsOf('s.last_at')} > a.cause::bigint end
       returning a.owner_id, a.rule_id, a.run_id, a.event, a.cause, a.workflow,
                 s.status = 'COMPLETED' or (a.event = 'stuck' and s.ended_at is null) as is_well)
     insert into alert (owner_id, rule_id, run_id, event, cause, workflow, details, happened_at, due_at, open)
     select c.owner_id, c.rule_id, c.run_id, 'recovered', c.event || '/' || c.cause, c.workflow,
            jsonb_build_object('from', c.event), clock_timestamp(),
            clock_timestamp() + make_interval(secs => $2::float8 / 1000), false
       from closed c join alert_rule r on r.owner_id = c.owner_id and r.id = c.rule_id and r.recovered and r.enabled
      where c.is_well
     on conflict do nothing`,
    [rootIds, alertLimits.gatherMs],
  )
}
