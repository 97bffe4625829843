import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { isTimeZone, type QuietHours, quietUntil } from '../quiet-hours.ts'
import { alertLimits } from './alert-limits.ts'
import type { SentAlert } from './alert-models.ts'

/**
 * The advisory lock of the transaction that makes messages of alerts: one engine at a time, so that the alerts of a rule
 * gather in one message. The number is arbitrary but must stay equal in every version of Heddle.
 */
const GATHER_LOCK = 48_151_630

interface Waiting {
  readonly owner_id: string
  readonly rule_id: string
  readonly is_test: boolean
  readonly now: Date
  readonly time_zone: string
  readonly quiet: QuietHours | null
  /** The creation of the last message of the rule. */
  readonly last_at: Date | null
}

/**
 * Makes messages of alerts that are due, one for each rule and receiver, in the transaction of the client: an alert
 * becomes part of exactly one message to each. The alerts of a rule that is quiet, or has sent a message just now, stay
 * and become due later. A test waits for nothing. False: another engine does so at the moment, or nothing is due.
 */
export async function gatherAlerts(client: PoolClient): Promise<boolean> {
  const { rows: locks } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    GATHER_LOCK,
  ])
  if (!locks[0]?.mine) return false
  const { rows: waiting } = await client.query<Waiting>({
    name: 'alerts-due',
    text: `with due as (
       select owner_id, rule_id, event = 'test' as is_test, min(due_at) as due_at from alert
        where batch_id is null and due_at <= clock_timestamp() group by 1, 2, 3 order by 4 limit $1)
     select due.owner_id, due.rule_id, due.is_test, clock_timestamp() as now, r.time_zone, r.quiet,
            (select max(m.created_at) from alert_message m
              where m.owner_id = r.owner_id and m.rule_id = r.id and m.created_at > clock_timestamp() - interval '1 hour'
                and not exists (select from alert t where t.batch_id = m.batch_id and t.event = 'test')) as last_at
       from due join alert_rule r on r.owner_id = due.owner_id and r.id = due.rule_id`,
    values: [alertLimits.rulesAtOnce],
  })
  for (const one of waiting) await gatherFor(client, one)
  return waiting.length > 0
}

async function gatherFor(client: PoolClient, waiting: Waiting): Promise<void> {
  const of = [waiting.owner_id, waiting.rule_id, waiting.is_test]
  const theirs = `owner_id = $1 and rule_id = $2 and (event = 'test') = $3 and batch_id is null`
  const at = nextMessageAt(waiting)
  if (at > waiting.now.getTime()) {
    await client.query(`update alert set due_at = $4 where ${theirs} and due_at < $4`, [...of, new Date(at)])
    return
  }
  const batchId = uuidv7()
  await client.query(`update alert set batch_id = $4 where ${theirs}`, [...of, batchId])
  await client.query(
    `insert into alert_message (id, owner_id, rule_id, batch_id, channel, receiver)
     select gen_random_uuid(), owner_id, id, $3, t.channel, t.receiver
       from alert_rule
      cross join lateral (
        select 'person' as channel, unnest(people) as receiver
        union all select 'address', unnest(addresses)
        union all select 'webhook', '' where webhook_url is not null) t
      where owner_id = $1 and id = $2 and enabled`,
    [waiting.owner_id, waiting.rule_id, batchId],
  )
}

/** When the next message of the rule may be made: by its quiet hours, and a while after the last one. */
export function nextMessageAt({
  is_test,
  now,
  quiet,
  time_zone,
  last_at,
}: Omit<Waiting, 'owner_id' | 'rule_id'>): number {
  if (is_test) return now.getTime()
  const afterLast = last_at === null ? 0 : last_at.getTime() + alertLimits.paceMs
  return quietUntil(Math.max(now.getTime(), afterLast), quiet, isTimeZone(time_zone) ? time_zone : 'UTC')
}

/** A message that is due, taken for one attempt. */
export interface DueAlert extends Pick<SentAlert, 'id' | 'channel' | 'receiver'> {
  readonly ownerId: string
  readonly ruleId: string
  readonly batchId: string
  /** With this one. */
  readonly attempts: number
  readonly since: Date
  /** When it was taken, by the clock of the database. */
  readonly now: Date
}

/**
 * Takes up to `limit` due messages. Each becomes due again after `againInMs`, in case the process that took it dies. An
 * owner has a few messages under way at most, so that receivers which do not answer hold up no other owner. A message
 * that has been tried, waits and has no reason is under way: a postponed one has a reason.
 */
export async function takeAlerts(pool: Pool, limit: number, againInMs: number): Promise<readonly DueAlert[]> {
  const { rows } = await pool.query<DueAlert>(
    `with under_way as (
       select owner_id, count(*) as messages from alert_message
        where state = 'waiting' and due_at > statement_timestamp() and attempts > 0 and reason is null group by owner_id),
     ranked as (
       select m.id, coalesce(u.messages, 0) + row_number() over (partition by m.owner_id order by m.due_at, m.id) as rank
         from alert_message m left join under_way u on u.owner_id = m.owner_id
        where m.state = 'waiting' and m.due_at <= statement_timestamp()),
     due as (
       select m.id from ranked join alert_message m on m.id = ranked.id
        where ranked.rank <= ${alertLimits.sendAtOnceOfOwner} and m.state = 'waiting' and m.due_at <= statement_timestamp()
        order by ranked.rank, m.due_at limit $1 for update of m skip locked)
     update alert_message m
        set attempts = m.attempts + 1, reason = null, due_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       from due where m.id = due.id
     returning m.id, m.owner_id as "ownerId", m.rule_id as "ruleId", m.batch_id as "batchId", m.channel, m.receiver,
               m.attempts, m.since, clock_timestamp() as now`,
    [limit, againInMs],
  )
  return rows
}

/** The end of a message: sent, without a receiver, or given up. */
export async function endAlert(
  pool: Pool,
  { id }: Pick<DueAlert, 'id'>,
  state: 'sent' | 'dropped' | 'failed',
  reason: string | null = null,
): Promise<void> {
  await pool.query(
    `update alert_message set state = $2, reason = $3, ended_at = clock_timestamp() where id = $1 and state = 'waiting'`,
    [id, state, reason],
  )
}

export async function postponeAlert(
  pool: Pool,
  { id }: Pick<DueAlert, 'id'>,
  inMs: number,
  reason: string,
): Promise<void> {
  await pool.query(
    `update alert_message set due_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000), reason = $3
      where id = $1 and state = 'waiting'`,
    [id, inMs, reason],
  )
}

/** Removes what was kept long enough. */
export async function removeOldAlerts(pool: Pool, limit: number): Promise<void> {
  await pool.query(
    `with messages as (
       delete from alert_message where id in (
         select id from alert_message where ended_at < clock_timestamp() - make_interval(days => ${alertLimits.keptDays})
          order by ended_at limit $1))
     delete from alert where (owner_id, rule_id, run_id, event, cause) in (
       select owner_id, rule_id, run_id, event, cause from alert
        where created_at < clock_timestamp() - make_interval(days => ${alertLimits.keptDays}) order by created_at limit $1)`,
    [limit],
  )
}
