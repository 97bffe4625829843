import type { EngineIdentity, FiredTimers } from '../ports.ts'
import type { Queryable } from './connection/connection.ts'
import { placesOfWoken } from './queue-position.ts'

/**
 * Turns due timers into messages. One transaction removes the row of a timer and inserts its message, so a timer fires
 * once. The database's clock at the start of the statement decides which timers are due, so no timer fires early.
 */
export async function fireTimers(connection: Queryable, engine: EngineIdentity, limit: number): Promise<FiredTimers> {
  const { rows } = await connection.query<{ fired: number; run_ids: string[] | null; next_due_at: number | null }>({
    name: 'timers-fire',
    text: `
with due as (
  delete from timer t
   using (select run_id, timer_id from timer where due_at <= statement_timestamp()
           order by due_at limit $2 for update skip locked) d
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
       (select (extract(epoch from min(due_at)) * 1000)::float8 from timer where due_at > statement_timestamp()) as next_due_at`,
    values: [engine.id, limit],
  })
  const row = rows[0]
  return { fired: row?.fired ?? 0, runIds: row?.run_ids ?? [], nextDueAt: row?.next_due_at ?? null }
}
