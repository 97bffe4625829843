import type { Pool } from 'pg'
import { inTransaction } from '#server/db/in-transaction.ts'
import { dropWaiting } from '../change-webhooks.ts'
import { webhookLimits } from '../webhook-limits.ts'
import { type Lane, ofTest } from './lanes.ts'

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
    [id, webhookLimits.disabledAfterMs],
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
