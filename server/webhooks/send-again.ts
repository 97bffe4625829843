import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { getDelivery } from './deliveries.ts'
import { getWebhook } from './list-webhooks.ts'
import type { Delivery } from './models.ts'
import { testKind } from './webhook-event.ts'
import { webhookLimits } from './webhook-limits.ts'

/** The lane of a delivery that is sent apart from the order of its run: its own. */
const openLane = `
  insert into webhook_lane (webhook_id, lane, owner_id, pending, next_at) values ($1, $2, $3, 1, clock_timestamp())
  on conflict (webhook_id, lane) do update set pending = webhook_lane.pending + 1, next_at = excluded.next_at`

/**
 * Has an engine send a test and waits for what came of it: the delivery, which still waits when no engine has sent it
 * in time. It is attempted once, also while the webhook is turned off. Throws `NOT_FOUND`.
 */
export async function testWebhook(pool: Pool, actor: Actor, webhookId: string): Promise<Delivery> {
  requirePermission(permits(actor, 'webhook.admin'))
  const { ownerId } = actor
  await getWebhook(pool, actor, webhookId)
  const id = uuidv7()
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into webhook_delivery (id, owner_id, webhook_id, lane, seq, kind) values ($1, $2, $3, $1, 0, $4)`,
      [id, ownerId, webhookId, testKind],
    )
    await client.query(openLane, [webhookId, id, ownerId])
    await recordAudit(client, { actor, action: 'webhook.test', target: webhookId, outcome: 'done' })
  })
  const beganAt = performance.now()
  for (;;) {
    const { body: _, ...delivery } = await getDelivery(pool, actor, id)
    const waitMs = isTaken(delivery) ? webhookLimits.testWaitMs : webhookLimits.testTakenMs
    if (delivery.state !== 'waiting' || performance.now() - beganAt > waitMs) return delivery
    await sleep(webhookLimits.testLookMs)
  }
}

/** Whether an engine has claimed the lane of a delivery that was just made: it is due again only after the lease. */
const isTaken = ({ nextAt, createdAt }: Delivery): boolean =>
  nextAt === null || Date.parse(nextAt) - Date.parse(createdAt) > webhookLimits.leaseMs / 2

/**
 * Has an engine send a delivery once more, under its id, apart from the order of its run. Throws `NOT_FOUND`, and
 * `CONFLICT` for a delivery that waits, or whose webhook is turned off.
 */
export async function redeliver(pool: Pool, actor: Actor, id: string): Promise<Delivery> {
  requirePermission(permits(actor, 'webhook.admin'))
  const { body, webhookId } = await getDelivery(pool, actor, id)
  if (body === null) throw new ApiError('NOT_FOUND', 'The run of this delivery was removed.', 'id')
  const webhook = await getWebhook(pool, actor, webhookId)
  if (!webhook.active) throw new ApiError('CONFLICT', 'The webhook is turned off. Turn it on first.', 'id')
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update webhook_delivery set state = 'waiting', attempts = 0, ended_at = null, lane = id
        where id = $1 and state <> 'waiting'`,
      [id],
    )
    if (rowCount === 0) throw new ApiError('CONFLICT', 'This delivery waits for its next attempt already.', 'id')
    await client.query(openLane, [webhookId, id, actor.ownerId])
    await recordAudit(client, { actor, action: 'webhook.redeliver', target: id, outcome: 'done' })
  })
  const { body: _, ...delivery } = await getDelivery(pool, actor, id)
  return delivery
}
