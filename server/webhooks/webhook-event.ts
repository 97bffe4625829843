import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { type DomainEvent, domainEventId } from '#server/runs/live/domain/domain-event.ts'
import { readDomainHeaders } from '#server/runs/live/domain/domain-headers.ts'
import { domainEventsFrom } from '#server/runs/live/domain/make-events.ts'

/** The kind of the event that tests a webhook. */
export const testKind = 'webhook.test'

/** The event of a delivery, and the row of the log that contains it; null when it was removed. */
export interface LoggedEvent {
  readonly runId: string
  readonly seq: number
  readonly events: string | null
}

/**
 * The bodies of deliveries: the same bytes as in the streams. One is null when the log has no such event any more, or
 * when it is none of the public run.
 */
export async function webhookBodies(pool: Pool, logged: readonly LoggedEvent[]): Promise<readonly (string | null)[]> {
  const headers = await readDomainHeaders(pool, [...new Set(logged.map(({ runId }) => runId))])
  const bodies: (string | null)[] = []
  for (const { runId, seq, events } of logged) {
    const header = headers.get(runId)
    const event = header && (JSON.parse(events ?? '[]') as readonly RunEvent[]).find((one) => one.seq === seq)
    const isWanted = ({ name, for: reader }: { readonly name: string; readonly for: string }) =>
      name === String(seq) && reader !== 'internal'
    const made = event ? await domainEventsFrom(pool, header, [event], isWanted) : []
    bodies.push(made[0] ? JSON.stringify(made[0]) : null)
  }
  return bodies
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
