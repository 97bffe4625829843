import type { EngineIdentity, FiredTimers } from '../ports.ts'
import { tuning } from '../tuning.ts'
import type { Queryable } from './connection/connection.ts'
import { placesOfWoken } from './queue-position.ts'

/**
 * The timers among the candidates that acknowledge a run before its webhooks have its events or are given up, and when to
 * look again: after the next attempt of the webhook, and soon where an attempt may be under way. Events whose number the
 * reader of the log has not reached are not noted yet; numbers beyond the present are from before a restore.
 */
const undelivered = `
undelivered as materialized (
  select c.run_id, c.timer_id,
         case when lane.next_at > statement_timestamp() + interval '${tuning.webhookLeaseMs} milliseconds'
              then lane.next_at else statement_timestamp()
         end + interval '${tuning.acknowledgeAgainMs} milliseconds' as due_at
    from candidate c
    join run_state s on s.run_id = any(array[c.run_id])
   cross join lateral (
     select max(l.next_at) as next_at
       from webhook w left join webhook_lane l on l.webhook_id = w.id and l.lane = c.run_id and l.pending > 0
      where w.owner_id = s.owner_id and w.active having count(*) > 0) lane
   where starts_with(c.timer_id, 'acknowledge:')
     and (lane.next_at is not null
          or exists (select from bookmark b
                      cross join lateral (
                        select xid from run_log where run_id = any(array[c.run_id]) order by seq desc limit 1) last
                      where b.name = 'webhooks' and last.xid >= b.xid
                        and last.xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint))
),
postponed as (
  update timer t set due_at = u.due_at from undelivered u where (t.run_id, t.timer_id) = (u.run_id, u.timer_id)
)`

/**
 * Turns due timers into messages. One transaction removes the row of a timer and inserts its message, so a timer fires
 * once. The database's clock at the start of the statement decides which timers are due, so no timer fires early. An
 * acknowledgement waits for the webhooks of its run.
 */
export async function fireTimers(connection: Queryable, engine: EngineIdentity, limit: number): Promise<FiredTimers> {
  const { rows } = await connection.query<{ fired: number; run_ids: string[] | null; next_due_at: number | null }>({
    name: 'timers-fire',
    text: `
with candidate as materialized (
  select run_id, timer_id from timer where due_at <= statement_timestamp()
   order by due_at limit $2 for update skip locked
),${undelivered},
due as (
  delete from timer t
   using (select run_id, timer_id from candidate except all select run_id, timer_id from undelivered) d
   where (t.run_id, t.timer_id) = (d.run_id, d.timer_id)
  returning t.run_id, t.timer_id
),
posted as (
  -- Not by the default, now(): a transaction begins with the first message of a statement, which may be a while before it runs.
  insert into mailbox (run_id, command, created_at)
  select run_id, json_build_object('type', 'timer_fired', 'timer_id', timer_id)::text, statement_timestamp() from due
),
woken as (
  update run_state s set mail_seq = s.mail_seq + d.letters
    from (select run_id, count(*) as letters from due group by run_id order by run_id) d
   where s.run_id = any(array[d.run_id])
  returning s.run_id, s.owner_id, s.engine_id
),
queued as (
  insert into ready (run_id, owner_id, woken, position) ${placesOfWoken('select run_id, owner_id from woken where engine_id is null')}
  on conflict do nothing
)
select (select count(*) from due)::int as fired,
       (select array_agg(run_id::text) from woken where engine_id = $1) as run_ids,
       (extract(epoch from least((select min(due_at) from timer where due_at > statement_timestamp()),
                                 (select min(due_at) from undelivered))) * 1000)::float8 as next_due_at`,
    values: [engine.id, limit],
  })
  const row = rows[0]
  return { fired: row?.fired ?? 0, runIds: row?.run_ids ?? [], nextDueAt: row?.next_due_at ?? null }
}
