import { z } from 'zod'
import { allPermissions, type Permission } from '#server/access/permissions.ts'
import { auditOutcomes } from '#server/audit/list-audit.ts'
import { deliveryStates } from '#server/webhooks/models.ts'
import type { keyObject } from '../../key-object.ts'
import type { deliveryObject, webhookObject } from '../../webhook-object.ts'
import { count, id, optionalTime, orNull, time } from './common.ts'

/** The shapes of API keys, webhooks and rows of the audit. */

const keyId = z.string()
const permission = z.enum(allPermissions as readonly [Permission, ...Permission[]])

export const apiKey = z
  .strictObject({
    id: keyId,
    name: z.string(),
    state: z.enum(['active', 'expired', 'revoked']),
    kind: z.enum(['person', 'service']),
    person_id: z.string(),
    person_name: z.string(),
    permissions: z.array(permission),
    workflows: orNull(z.array(z.string())),
    queues: orNull(z.array(z.string())),
    networks: z.array(z.string()),
    created_by: z.string(),
    created_at: time,
    expires_at: time,
    last_used_at: optionalTime,
    last_used_address: orNull(z.string()),
  })
  .meta({ id: 'ApiKey' }) satisfies z.ZodType<ReturnType<typeof keyObject>>

export const createdKey = z.strictObject({ id: keyId, key: z.string(), expires_at: time })
export const revokedKey = z.strictObject({ id: keyId, revoked: z.boolean() })

const webhookParts = {
  id,
  url: z.string(),
  event_filter: z.array(z.string()),
  max_retries: count,
  active: z.boolean(),
  disabled_reason: orNull(z.string()),
  failing_since: optionalTime,
  rotating_until: optionalTime,
  waiting: count,
  created_by: z.string(),
  created_at: time,
}

export const webhook = z.strictObject(webhookParts).meta({ id: 'Webhook' }) satisfies z.ZodType<
  ReturnType<typeof webhookObject>
>
export const webhookWithSecret = z
  .strictObject({ ...webhookParts, secret: z.string().describe('Shown in this answer only.') })
  .meta({ id: 'WebhookWithSecret' })
export const removedWebhook = z.strictObject({ removed: z.literal(true) })

const deliveryParts = {
  id,
  webhook_id: id,
  run_id: orNull(id),
  seq: z.int(),
  kind: z.string(),
  state: z.enum(deliveryStates),
  attempts: count,
  status_code: orNull(count),
  error: orNull(z.string()),
  duration_ms: orNull(z.number()),
  created_at: time,
  attempted_at: optionalTime,
  next_at: optionalTime,
}

export const delivery = z.strictObject(deliveryParts).meta({ id: 'Delivery' }) satisfies z.ZodType<
  ReturnType<typeof deliveryObject>
>
export const deliveryWithBody = z
  .strictObject({ ...deliveryParts, body: orNull(z.string()) })
  .meta({ id: 'DeliveryWithBody' })

export const auditRow = z
  .strictObject({
    id: z.string(),
    owner_id: z.string(),
    at: time,
    actor_id: z.string(),
    actor_name: orNull(z.string()),
    kind: z.string(),
    key_id: orNull(z.string()),
    principal_id: orNull(z.string()),
    action: z.string(),
    target: z.string(),
    outcome: z.enum(auditOutcomes),
    times: count,
    address: orNull(z.string()),
    request_id: orNull(z.string()),
    seq: orNull(z.string()),
    before_hash: orNull(z.string()),
    after_hash: orNull(z.string()),
    hash: orNull(z.string()),
  })
  .meta({ id: 'AuditRow' })
