import type { Delivery, Webhook } from '../../webhooks/models.ts'

/** A webhook as the REST API shows it, without its secret. */
export function webhookObject(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    event_filter: webhook.eventFilter,
    max_retries: webhook.maxRetries,
    active: webhook.active,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince,
    rotating_until: webhook.rotatingUntil,
    waiting: webhook.waiting,
    created_by: webhook.createdBy,
    created_at: webhook.createdAt,
  }
}

export function deliveryObject(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    run_id: delivery.runId,
    seq: delivery.seq,
    kind: delivery.kind,
    state: delivery.state,
    attempts: delivery.attempts,
    status_code: delivery.statusCode,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    created_at: delivery.createdAt,
    attempted_at: delivery.attemptedAt,
    next_at: delivery.nextAt,
  }
}
