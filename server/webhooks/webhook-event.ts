import { domainEventsOf } from '#core/run/domain/domain-events.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type DomainEvent, domainEvent, domainEventId } from '#server/runs/live/domain/domain-event.ts'
import { variantAt } from '#server/runs/live/domain/variant-index.ts'

/** The kind of the event that tests a webhook. */
export const testKind = 'webhook.test'

/**
 * The body of a delivery: the same bytes as in the streams. `variantStep`: see `variantStepOf`. Null when the log has no
 * such event any more.
 */
export function webhookBody(
  runId: string,
  seq: number,
  { events, variantStep }: { readonly events: string | null; readonly variantStep: string | null },
): string | null {
  const logged = JSON.parse(events ?? '[]') as readonly RunEvent[]
  const event = logged.find((one) => one.seq === seq)
  const body = event && domainEventsOf(event, null).find(({ name }) => name === String(seq))
  return body ? JSON.stringify(domainEvent(runId, body, variantAt(variantStep))) : null
}

/** The body of a test: an event of no run, whose id is derived from the delivery. */
export function testBody(deliveryId: string, at: Date): string {
  const event: Omit<DomainEvent, 'run_id'> & { readonly run_id: null } = {
    id: domainEventId(deliveryId, 'test'),
    kind: testKind,
    run_id: null,
    node_key: null,
    variant_index: 0,
    seq: 0,
    attempt: null,
    created_at: at.toISOString(),
    payload: { message: 'A test of this webhook by Heddle.' },
  }
  return JSON.stringify(event)
}
