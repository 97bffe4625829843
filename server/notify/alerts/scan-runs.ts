import type { PoolClient } from 'pg'
import { lockCursor } from '#server/log/cursor.ts'
import { alertLimits } from './alert-limits.ts'
import { closeAlerts, lastEvent, millisecondsOf } from './close-alerts.ts'

/**
 * The advisory lock of the transaction that looks for late and stuck runs: one engine at a time. The number is arbitrary
 * but must stay equal in every version of Heddle.
 */
const SCAN_LOCK = 48_151_629

const { scannedRuns, overlapMs, gatherMs } = alertLimits

/** The first id of the instant: ids of runs begin with the milliseconds of their start (UUIDv7). */
const idAt = (instant: string) =>
  `(lpad(to_hex(greatest(0, floor(extract(epoch from ${instant}) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid`
/** The instant in an id. */
const instantOf = (id: string) =>
  `to_timestamp(('x' || lpad(left(replace(${id}::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)`

const minutes = (column: string) => `make_interval(mins => ${column})`
const due = `clock_timestamp() + interval '${gatherMs} milliseconds'`

/** The name of the cursor of `noteAlerts`. */
export const alertsCursor = 'alerts'

export type Scan =
  /** Another engine does so at the moment. */
  | 'elsewhere'
  /** A page was full: more runs cross an age. */
  | 'more'
  | 'done'

/**
 * Notes runs that have become late or stuck, in the transaction of the client. A run is looked at when it crosses the
 * age of a rule, by the index of a workflow's runs in the order of their ids, and never again unless a rule about stuck
 * runs watches it; so a scan costs as much as the runs that cross an age, however many runs are live.
 *
 * The cursor of the log is locked meanwhile. What happens to a run after these statements have seen it is therefore read
 * from the log when its alert is there, and closes the alert.
 */
export async function scanRuns(client: PoolClient): Promise<Scan> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [SCAN_LOCK])
  if (!rows[0]?.mine) return 'elsewhere'
  const { rows: asked } = await client.query(
    'select from alert_rule where enabled and (late_minutes is not null or stuck_minutes is not null) limit 1',
  )
  if (asked.length === 0) return 'done'
  await lockCursor(client, alertsCursor, 'present')
  const late = await client.query<Moved>(lateStatement)
  const watched = await client.query<Moved>(watchStatement)
  const looked = await client.query<{ runs: number; open: readonly string[] }>(lookStatement)
  const { runs = 0, open = [] } = looked.rows[0] ?? {}
  if (open.length > 0) await closeAlerts(client, open)
  const isFull = [...late.rows, ...watched.rows].some(({ full }) => full) || runs === scannedRuns
  return isFull ? 'more' : 'done'
}

interface Moved {
  readonly full: boolean
}

/** The oldest start of a run that a new rule tells of: a day before the run could be late. */
const begins = (age: string, cursor: string) =>
  `coalesce(a.${cursor}, statement_timestamp() - ${minutes(`a.${age}`)} - interval '1 day')`

/**
 * Instants are those of the statement: a volatile clock would be no condition of an index.
 *
 * Root runs that cross the age of their rule: `crossing` are the live ones, and `moved` where each rule continues. A
 * page that is full continues with its last run.
 */
const crossing = (age: string, cursor: string) => `
  scanned as materialized (
    select a.owner_id, a.id as rule_id, a.workflow, p.run_id, p.is_live, statement_timestamp() - ${minutes(`a.${age}`)} as bound
      from alert_rule a
      left join lateral (
        select r.id as run_id, r.parent_run_id is null and r.version > 0 and s.ended_at is null as is_live
          from run r join run_state s on s.run_id = r.id
         where r.owner_id = a.owner_id and r.workflow = a.workflow
           and r.id >= ${idAt(begins(age, cursor))} and r.id < ${idAt(`statement_timestamp() - ${minutes(`a.${age}`)}`)}
         order by r.id limit ${scannedRuns}) p on true
     where a.enabled and a.${age} is not null),
  crossing as (select * from scanned where is_live),
  pages as (
    select owner_id, rule_id, count(run_id) = ${scannedRuns} as is_full, max(bound) as bound,
           (array_agg(run_id order by run_id desc))[1] as last
      from scanned group by owner_id, rule_id),
  moved as (
    update alert_rule a
       set ${cursor} = case when p.is_full then ${instantOf('p.last')} else p.bound - interval '${overlapMs} milliseconds' end
      from pages p where a.owner_id = p.owner_id and a.id = p.rule_id
    returning p.is_full)`

const lateStatement = `
with ${crossing('late_minutes', 'late_until')},
late as (
  insert into alert (owner_id, rule_id, run_id, event, cause, workflow, happened_at, due_at, open)
  select owner_id, rule_id, run_id, 'late', '', workflow, clock_timestamp(), ${due}, true from crossing
  on conflict do nothing)
select is_full as full from moved`

const watchStatement = `
with ${crossing('stuck_minutes', 'stuck_until')},
watched as (
  insert into alert_watch (owner_id, rule_id, run_id, look_at)
  select owner_id, rule_id, run_id, clock_timestamp() from crossing
  on conflict do nothing)
select is_full as full from moved`

/**
 * Watched runs that are due. One that has ended is watched no longer; the others are looked at again when they would be
 * stuck if nothing happened from now on. A run that is held by a person is not stuck.
 */
const lookStatement = `
with due as materialized (
  select w.owner_id, w.rule_id, w.run_id from alert_watch w
   where w.look_at <= statement_timestamp() order by w.look_at limit ${scannedRuns}),
looked as materialized (
  select d.owner_id, d.rule_id, d.run_id, a.workflow, s.held, t.last_at, a.stuck_minutes,
         coalesce(s.ended_at is null, false) and a.enabled and a.stuck_minutes is not null as is_watched,
         t.last_at + ${minutes('a.stuck_minutes')} as stuck_at
    from due d
    join alert_rule a on a.owner_id = d.owner_id and a.id = d.rule_id
    left join run_state s on s.run_id = d.run_id
    left join lateral (${lastEvent('d.run_id')}) t on true),
forgotten as (
  delete from alert_watch w using looked l
   where w.owner_id = l.owner_id and w.rule_id = l.rule_id and w.run_id = l.run_id and not l.is_watched),
again as (
  update alert_watch w
     set look_at = greatest(l.stuck_at, clock_timestamp() + least(${minutes('l.stuck_minutes')}, interval '10 minutes'))
    from looked l
   where w.owner_id = l.owner_id and w.rule_id = l.rule_id and w.run_id = l.run_id and l.is_watched),
stuck as (
  insert into alert (owner_id, rule_id, run_id, event, cause, workflow, happened_at, due_at, open)
  select owner_id, rule_id, run_id, 'stuck', ${millisecondsOf('last_at')}::text, workflow, clock_timestamp(), ${due}, true
    from looked where is_watched and not held and stuck_at <= clock_timestamp()
  on conflict do nothing)
select count(*)::int as runs,
       coalesce((select json_agg(distinct l.run_id) from looked l join alert o on o.run_id = l.run_id and o.open), '[]') as open
  from looked`
