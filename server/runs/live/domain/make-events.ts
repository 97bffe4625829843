import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import { type DomainEventBody, domainEventsOf } from '#core/run/domain/domain-events.ts'
import { isEndEvent } from '#core/run/domain/end-of-run.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type DomainEvent, domainEvent } from './domain-event.ts'
import type { HeaderOfRun } from './domain-headers.ts'
import { readEndOfRun } from './end-of-run.ts'

/** Which of the domain events a reader gets. */
export type Wanted = (body: DomainEventBody) => boolean

export const wantedByAll: Wanted = (body) => body.for === 'all'

/** The bodies of the domain events of one event of the history, in their order. */
export async function domainBodies(
  pool: Pool,
  header: HeaderOfRun,
  event: RunEvent,
  input: Json = null,
): Promise<readonly DomainEventBody[]> {
  const end = isEndEvent(event) ? await readEndOfRun(pool, header, event) : null
  return domainEventsOf(event, { isFanOut: header.fanOut !== undefined, end, input })
}

/** The domain events of events of one run, as all streams and webhooks send them. */
export async function domainEventsFrom(
  pool: Pool,
  header: HeaderOfRun,
  events: readonly RunEvent[],
  wanted: Wanted,
): Promise<readonly DomainEvent[]> {
  const made: DomainEvent[] = []
  for (const event of events) {
    const bodies = (await domainBodies(pool, header, event)).filter(wanted)
    made.push(...bodies.map((body) => domainEvent(header.runId, body, header.variantIndex)))
  }
  return made
}
