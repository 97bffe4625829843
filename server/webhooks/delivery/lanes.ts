import type { Pool } from 'pg'
import { testKind } from '../webhook-event.ts'
import { webhookLimits } from '../webhook-limits.ts'

const { lanesPerOwner, lanesPerWebhook, leaseMs, deliveriesAtOnce, deliveryBytes } = webhookLimits

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
export const ofTest = (lane: string) =>
  `exists (select from webhook_delivery t where t.id = ${lane} and t.kind = '${testKind}')`

/** SQL: lets the commit of the statement, which has to read from it, not wait for the disk. */
export const unsynced = `unsynced as materialized (select set_config('synchronous_commit', 'off', true) as mode)`

/**
 * Claims lanes that are due, up to `most` in all and up to bounds of each owner and each webhook. Owners with the least
 * in work come first, and of each owner the webhooks with the least, then the oldest lanes: receivers that do not answer
 * hold up no other owner. Each lane becomes due again after the lease, in case the engine that claimed it dies. `busy`
 * are the lanes in work of each webhook. A webhook that is turned off still sends its tests.
 *
 * The commit does not wait for the disk: a claim that a crash undoes lets another engine send the same deliveries again.
 */
export async function claimLanes(
  pool: Pool,
  most: number,
  busy: ReadonlyMap<string, number>,
): Promise<readonly Lane[]> {
  const { rows } = await pool.query<Lane>({
    name: 'webhook-lanes',
    text: `with ${unsynced},
     busy as (select key::uuid as id, value::int as lanes from jsonb_each_text($3)),
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
       from claimed c join webhook w on w.id = c.webhook_id, unsynced`,
    values: [most, lanesPerWebhook, JSON.stringify(Object.fromEntries(busy)), leaseMs, lanesPerOwner],
  })
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
  const { rows } = await pool.query<DueDelivery>({
    name: 'webhook-lane',
    text: `with next as (
       select id, run_id, seq, kind, attempts, created_at from webhook_delivery
        where webhook_id = $1 and lane = $2 and state = 'waiting' order by seq limit ${deliveriesAtOnce}),
     logged as (
       select next.*, g.events, sum(octet_length(g.events)) over (order by next.seq) as bytes
         from next left join lateral (
           select events from run_log where run_id = next.run_id and seq <= next.seq order by seq desc limit 1) g on true)
     select id, run_id as "runId", seq, kind, attempts, created_at as "createdAt", events
       from logged where bytes is null or bytes - octet_length(events) < ${deliveryBytes} order by seq`,
    values: [webhookId, lane],
  })
  return rows
}

export const isTest = ({ kind }: Pick<DueDelivery, 'kind'>): boolean => kind === testKind
