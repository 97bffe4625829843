import type { Pool } from 'pg'
import { inTransaction } from '#server/db/in-transaction.ts'
import { dropWaiting } from '../change-webhooks.ts'
import { testKind } from '../webhook-event.ts'
import { webhookLimits } from '../webhook-limits.ts'

const { lanesPerOwner, lanesPerWebhook, leaseMs, deliveriesAtOnce, deliveryBytes, disabledAfterMs } = webhookLimits

/** The deliveries of one run to one webhook, or one delivery by itself, claimed by this engine for a while. */
export interface Lane {
  readonly webhookId: string
  readonly ownerId: string
  readonly lane: string
  readonly url: string
  readonly maxRetries: number
  /** The newest secret: another number means that secrets have to be read again. */
  readonly secretVersion: number
  readonly now: Date
  /** The lease token: the lane is given back only while its `next_at` is still this. */
  readonly leasedUntil: Date
}

/** SQL: whether the lane is that of a test. */
const ofTest = (lane: string) =>
  `exists (select from webhook_delivery t where t.id = ${lane} and t.kind = '${testKind}')`

/**
 * Claims lanes that are due, up to `most` in all and up to bounds of each owner and each webhook. Owners with the least
 * in work come first, and of each owner the webhooks with the least, then the oldest lanes: receivers that do not answer
 * hold up no other owner. Each lane becomes due again after the lease, in case the engine that claimed it dies. `busy`
 * are the lanes in work of each webhook. A webhook that is turned off still sends its tests.
 */
export async function claimLanes(
  pool: Pool,
  most: number,
  busy: ReadonlyMap<string, number>,
): Promise<readonly Lane[]> {
  const { rows } = await pool.query<Lane>(
    `with busy as (select key::uuid as id, value::int as lanes from jsonb_each_text($3)),
     busy_owner as (select w.owner_id, sum(b.lanes)::int as lanes from busy b join webhook w on w.id = b.id group by 1),
     of_webhook as (
       select w.owner_id, l.*, coalesce(b.lanes, 0)
              + row_number() over (partition by w.id order by l.next_at, l.lane) as nth
         from webhook w left join busy b on b.id = w.id cross join lateral (
           select webhook_id, lane, next_at from webhook_lane
            where webhook_id = w.id and pending > 0 and next_at <= statement_timestamp()
              and (w.active or ${ofTest('webhook_lane.lane')})
            order by next_at limit greatest(0, $2 - coalesce(b.lanes, 0))) l),
     of_owner as (
       select f.*, coalesce(b.lanes, 0)
              + row_number() over (partition by f.owner_id order by f.nth, f.next_at, f.lane) as owner_nth
         from of_webhook f left join busy_owner b on b.owner_id = f.owner_id),
     chosen as (
       select webhook_id, lane from of_owner where owner_nth <= $5 order by owner_nth, next_at limit $1),
     due as (
       select l.webhook_id, l.lane from chosen join webhook_lane l using (webhook_id, lane)
        where l.pending > 0 and l.next_at <= statement_timestamp() for update of l skip locked),
     claimed as (
       update webhook_lane l set next_at = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
         from due where l.webhook_id = due.webhook_id and l.lane = due.lane
       returning l.webhook_id, l.lane, l.next_at)
     select c.webhook_id as "webhookId", w.owner_id as "ownerId", c.lane, w.url, w.max_retries as "maxRetries", clock_timestamp() as now,
            c.next_at as "leasedUntil",
            (select max(s.version) from webhook_secret s where s.webhook_id = w.id) as "secretVersion"
       from claimed c join webhook w on w.id = c.webhook_id`,
    [most, lanesPerWebhook, JSON.stringify(Object.fromEntries(busy)), leaseMs, lanesPerOwner],
  )
  return rows
}

export interface DueDelivery {
  readonly id: string
  readonly runId: string | null
  readonly seq: number
  readonly kind: string
  readonly attempts: number
  readonly createdAt: Date
  /** The row of the log that contains the event; null when it was removed. */
  readonly events: string | null
}

/** The next deliveries of a lane in their order, as many as fit into memory, at least one. */
export async function readLane(pool: Pool, { webhookId, lane }: Lane): Promise<readonly DueDelivery[]> {
  const { rows } = await pool.query<DueDelivery>(
    `with next as (
       select id, run_id, seq, kind, attempts, created_at from webhook_delivery
        where webhook_id = $1 and lane = $2 and state = 'waiting' order by seq limit ${deliveriesAtOnce}),
     logged as (
       select next.*, g.events, sum(octet_length(g.events)) over (order by next.seq) as bytes
         from next left join lateral (
           select events from run_log where run_id = next.run_id and seq <= next.seq order by seq desc limit 1) g on true)
     select id, run_id as "runId", seq, kind, attempts, created_at as "createdAt", events
       from logged where bytes is null or bytes - octet_length(events) < ${deliveryBytes} order by seq`,
    [webhookId, lane],
  )
  return rows
}

/** What came of an attempt. */
export interface Attempt {
  readonly id: string
  readonly state: 'delivered' | 'failed' | 'waiting' | 'dropped'
  readonly attempts: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly bodySha256: string | null
}

export interface LaneEnd {
  readonly attempts: readonly Attempt[]
  /** Null: the rest of the lane is due at once. */
  readonly retryInMs: number | null
}

/**
 * Records attempts, gives the lane back, and notes since when the webhook has failed alone. After the end of its lease
 * another engine may have ended the same deliveries, or hold the lane: only rows that change here are counted, and only
 * the lane of this claim is given back.
 */
export async function endLane(pool: Pool, lane: Lane, { attempts, retryInMs }: LaneEnd): Promise<void> {
  await pool.query(
    `with held as (select from webhook_lane where webhook_id = $1 and lane = $2 for update),
     attempted as (
       update webhook_delivery d
          set state = a.state, attempts = a.attempts, status_code = a."statusCode", error = a.error,
              duration_ms = a."durationMs", body_sha256 = a."bodySha256", attempted_at = clock_timestamp(),
              ended_at = case when a.state <> 'waiting' then clock_timestamp() end
         from json_to_recordset($3::json) as a (id uuid, state text, attempts int, "statusCode" int, error text,
                                                "durationMs" int, "bodySha256" text)
        where d.id = a.id and d.lane = $2 and d.state = 'waiting' and (select count(*) from held) >= 0
       returning d.state)
     update webhook_lane
        set pending = greatest(0, pending - (select count(*) from attempted where state <> 'waiting')),
            next_at = case when next_at = $5 then clock_timestamp() + make_interval(secs => $4::float8 / 1000)
                           else next_at end
      where webhook_id = $1 and lane = $2`,
    [lane.webhookId, lane.lane, JSON.stringify(attempts), retryInMs ?? 0, lane.leasedUntil],
  )
  const last = attempts.at(-1)
  // A statement of its own: a webhook is locked before its lanes, never after them.
  if (last && last.state !== 'dropped') await noteHealth(pool, lane.webhookId, last.state === 'delivered')
}

async function noteHealth(pool: Pool, id: string, isWell: boolean): Promise<void> {
  await pool.query(
    `update webhook set failing_since = case when $2 then null else clock_timestamp() end
      where id = $1 and (failing_since is null) <> $2`,
    [id, isWell],
  )
}

/** Corrects the count of a lane in which nothing waits: rows may have been removed by hand. */
export async function recountLane(pool: Pool, { webhookId, lane }: Lane): Promise<void> {
  await inTransaction(pool, async (client) => {
    const where = 'webhook_id = $1 and lane = $2'
    await client.query(`select from webhook_lane where ${where} for update`, [webhookId, lane])
    // A later statement sees what was noted before the lock.
    const waiting = `(select count(*) from webhook_delivery where ${where} and state = 'waiting')`
    await client.query(`update webhook_lane set pending = ${waiting} where ${where}`, [webhookId, lane])
  })
}

/** Turns a webhook off: it answered 410, or nothing but failures for days. */
export async function disableWebhook(pool: Pool, id: string, reason: string): Promise<void> {
  await pool.query('update webhook set active = false, disabled_reason = $2 where id = $1 and active', [id, reason])
  await inTransaction(pool, (client) => dropWaiting(client, id))
}

/** Whether the webhook has had nothing but failures for so long that it is to be turned off. */
export async function hasFailedTooLong(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from webhook where id = $1 and active
        and failing_since < clock_timestamp() - make_interval(secs => $2::float8 / 1000)`,
    [id, disabledAfterMs],
  )
  return rowCount === 1
}

/** Removes the next deliveries that ended long ago, and lanes in which nothing waits. Returns whether there may be more. */
export async function removeOldDeliveries(pool: Pool): Promise<boolean> {
  const { keptDays, removedAtOnce } = webhookLimits
  const deliveries = await pool.query(
    `delete from webhook_delivery where id in (
       select id from webhook_delivery where ended_at < now() - make_interval(days => $1) order by ended_at limit $2)`,
    [keptDays, removedAtOnce],
  )
  const lanes = await pool.query(
    `delete from webhook_lane l using (
       select webhook_id, lane from webhook_lane
        where pending = 0 and next_at < now() - interval '1 hour' limit $1 for update skip locked) old
      where l.webhook_id = old.webhook_id and l.lane = old.lane and l.pending = 0`,
    [removedAtOnce],
  )
  return deliveries.rowCount === removedAtOnce || lanes.rowCount === removedAtOnce
}

/** Drops what was noted for webhooks while they were turned off: the reading of the log does not wait for changes. */
export async function dropUnwanted(pool: Pool): Promise<void> {
  await pool.query(
    `with off as (
       delete from webhook_lane l using webhook w where w.id = l.webhook_id and not w.active and not ${ofTest('l.lane')}
       returning l.webhook_id, l.lane)
     update webhook_delivery d set state = 'dropped', ended_at = clock_timestamp() from off
      where d.webhook_id = off.webhook_id and d.lane = off.lane and d.state = 'waiting'`,
  )
}

/** Makes lanes due in which deliveries wait although their count says none, or that are missing. */
export async function repairLanes(pool: Pool): Promise<void> {
  await pool.query(
    `insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at)
     select d.webhook_id, d.lane, d.owner_id, count(*), clock_timestamp()
       from webhook_delivery d left join webhook_lane l on l.webhook_id = d.webhook_id and l.lane = d.lane
      where d.state = 'waiting' and coalesce(l.pending, 0) = 0 group by 1, 2, 3 order by 1, 2 limit $1
     on conflict (webhook_id, lane) do update
        set pending = excluded.pending, next_at = excluded.next_at where webhook_lane.pending = 0`,
    [webhookLimits.removedAtOnce],
  )
}

export const isTest = ({ kind }: Pick<DueDelivery, 'kind'>): boolean => kind === testKind
