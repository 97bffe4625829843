import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#server/access/actor.ts'
import { requireFreshLogin } from '#server/access/fresh-login.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { MasterKeyError } from '#server/secrets/master-key.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { WebhookSettings } from './models.ts'
import { webhookLimits } from './webhook-limits.ts'
import { addSecret, removeSecrets } from './webhook-secrets.ts'

export type WebhookChange = { readonly id: string; readonly active?: boolean | undefined } & {
  readonly [setting in keyof WebhookSettings]?: WebhookSettings[setting] | undefined
}

/** Creates a webhook; the secret is in this answer alone. Throws `FORBIDDEN`, `LOGIN_TOO_OLD`, `TOO_MANY`. */
export function createWebhook(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  { url, eventFilter, maxRetries }: WebhookSettings,
): Promise<{ readonly id: string; readonly secret: string }> {
  return changing(pool, actor, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from webhook where owner_id = $1',
      [actor.ownerId],
    )
    if ((rows[0]?.count ?? 0) >= webhookLimits.perOwner) {
      throw new ApiError('TOO_MANY', `There are already ${webhookLimits.perOwner} webhooks. Remove unused ones.`)
    }
    const id = uuidv7()
    await client.query(
      `insert into webhook (id, owner_id, url, event_filter, max_retries, created_by) values ($1, $2, $3, $4, $5, $6)`,
      [id, actor.ownerId, url, eventFilter, maxRetries, actor.id],
    )
    const { text: secret } = await addSecret(client, ring, { kind: 'webhook', ownerId: actor.ownerId, id })
    await recordAudit(client, {
      actor,
      action: 'webhook.create',
      target: id,
      after: { url, eventFilter, maxRetries },
      outcome: 'done',
    })
    return { id, secret }
  })
}

/**
 * Changes settings, or turns the webhook on or off. What waits when it is turned off is dropped. A choice of either
 * replaces the reason why Heddle turned the webhook off.
 */
export function changeWebhook(pool: Pool, actor: Actor, change: WebhookChange): Promise<{ readonly id: string }> {
  return changing(pool, actor, async (client) => {
    const { id } = change
    const before = await lockWebhook(client, actor.ownerId, id)
    const after = {
      url: change.url ?? before.url,
      eventFilter: change.eventFilter ?? before.eventFilter,
      maxRetries: change.maxRetries ?? before.maxRetries,
      active: change.active ?? before.active,
    }
    await client.query(
      `update webhook
          set url = $2, event_filter = $3, max_retries = $4, active = $5,
              active_since = case when $5 and not active then clock_timestamp() else active_since end,
              disabled_reason = case when not $6 then disabled_reason end,
              failing_since = case when $5 and not active then null else failing_since end
        where id = $1`,
      [id, after.url, after.eventFilter, after.maxRetries, after.active, change.active !== undefined],
    )
    if (!after.active) await dropWaiting(client, id)
    await recordAudit(client, { actor, action: 'webhook.change', target: id, before, after, outcome: 'done' })
    return { id }
  })
}

/** Drops the deliveries of a webhook that wait, with their lanes, in the transaction of the client. */
export async function dropWaiting(client: PoolClient, id: string): Promise<void> {
  // Lanes are locked before their deliveries, as ever. A later statement sees what was noted before the lock.
  await client.query('select from webhook_lane where webhook_id = $1 order by lane for update', [id])
  await client.query(
    `with lanes as (delete from webhook_lane where webhook_id = $1 returning 1)
     update webhook_delivery set state = 'dropped', ended_at = clock_timestamp()
      where webhook_id = $1 and state = 'waiting' and (select count(*) from lanes) >= 0`,
    [id],
  )
}

/** Removes a webhook with all its deliveries. Throws `NOT_FOUND`. */
export function removeWebhook(pool: Pool, actor: Actor, id: string): Promise<{ readonly removed: true }> {
  return changing(pool, actor, async (client) => {
    const before = await lockWebhook(client, actor.ownerId, id, 'update')
    await client.query('delete from webhook_lane where webhook_id = $1', [id])
    await removeSecrets(client, { id })
    await client.query('delete from webhook where id = $1', [id])
    await recordAudit(client, { actor, action: 'webhook.remove', target: id, before, outcome: 'done' })
    return { removed: true }
  })
}

/** Makes a new secret, which this answer alone shows. The former one signs as well for a day. Throws `NOT_FOUND`. */
export function rotateSecret(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  id: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  return changing(pool, actor, async (client) => {
    await lockWebhook(client, actor.ownerId, id)
    const { text: secret } = await addSecret(client, ring, { kind: 'webhook', ownerId: actor.ownerId, id })
    await recordAudit(client, { actor, action: 'webhook.rotate', target: id, outcome: 'done' })
    return { id, secret }
  })
}

export const webhookNotFound = () => new ApiError('NOT_FOUND', 'There is no such webhook.', 'id')

/** A webhook, locked; by a change so that events can be noted for it meanwhile, which refer to its row. */
async function lockWebhook(
  client: PoolClient,
  ownerId: string,
  id: string,
  lock: 'no key update' | 'update' = 'no key update',
): Promise<WebhookSettings & { readonly active: boolean }> {
  const { rows } = await client.query<WebhookSettings & { readonly active: boolean }>(
    `select url, event_filter as "eventFilter", max_retries as "maxRetries", active
       from webhook where id = $1 and owner_id = $2 for ${lock}`,
    [id, ownerId],
  )
  if (!rows[0]) throw webhookNotFound()
  return rows[0]
}

/** A session changes webhooks only right after a login; a key may have the permission. */
async function changing<Result>(
  pool: Pool,
  actor: Actor,
  change: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  requirePermission(permits(actor, 'webhook.admin'))
  if (!actor.key) requireFreshLogin(actor)
  try {
    return await inTransaction(pool, async (client) => {
      // Changes of one owner come one after the other, so that the bound holds.
      await client.query(`select pg_advisory_xact_lock(hashtextextended('webhooks/' || $1, 0))`, [actor.ownerId])
      return change(client)
    })
  } catch (error) {
    if (error instanceof MasterKeyError) throw new ApiError('UNAVAILABLE', error.message)
    throw error
  }
}
