import type { Pool } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { webhookNotFound } from './change-webhooks.ts'
import type { DeliveryState, Webhook } from './models.ts'

interface Row extends Omit<Webhook, 'failingSince' | 'createdAt' | 'rotatingUntil' | 'lastDelivery'> {
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly rotatingUntil: Date | null
  readonly lastState: DeliveryState | null
  readonly lastAt: Date | null
}

/** The webhooks of the owner, the oldest first; or the one with the id. */
export async function listWebhooks(pool: Pool, { ownerId }: Actor, id: string | null = null): Promise<Webhook[]> {
  const { rows } = await pool.query<Row>(
    `select w.id, w.url, w.event_filter as "eventFilter", w.active, w.max_retries as "maxRetries",
            w.disabled_reason as "disabledReason", w.failing_since as "failingSince",
            w.created_by as "createdBy", w.created_at as "createdAt",
            (select max(s.expires_at) from webhook_secret s
              where s.webhook_id = w.id and s.expires_at > clock_timestamp()) as "rotatingUntil",
            (select coalesce(sum(l.pending), 0)::int from webhook_lane l where l.webhook_id = w.id and l.pending > 0) as waiting,
            last.state as "lastState", last.attempted_at as "lastAt"
       from webhook w
       left join lateral (select state, attempted_at from webhook_delivery d
                           where d.webhook_id = w.id and attempted_at is not null
                           order by created_at desc, id desc limit 1) last on true
      where w.owner_id = $1 and ($2::uuid is null or w.id = $2)
      order by w.created_at, w.id`,
    [ownerId, id],
  )
  return rows.map(({ failingSince, createdAt, rotatingUntil, lastState, lastAt, ...row }) => ({
    ...row,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    rotatingUntil: rotatingUntil?.toISOString() ?? null,
    lastDelivery: lastState && lastAt ? { state: lastState, at: lastAt.toISOString() } : null,
  }))
}

/** Throws `NOT_FOUND`. */
export async function getWebhook(pool: Pool, actor: Actor, id: string): Promise<Webhook> {
  const [webhook] = await listWebhooks(pool, actor, id)
  if (!webhook) throw webhookNotFound()
  return webhook
}

/** The webhooks of the owner that Heddle turned off and nobody has dealt with since, the oldest first. */
export async function listStoppedWebhooks(
  pool: Pool,
  { ownerId }: Actor,
): Promise<readonly { readonly id: string; readonly url: string; readonly reason: string }[]> {
  const { rows } = await pool.query(
    `select id, url, disabled_reason as reason from webhook
      where owner_id = $1 and not active and disabled_reason is not null order by created_at, id`,
    [ownerId],
  )
  return rows
}
