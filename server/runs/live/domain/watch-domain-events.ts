import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import { type DomainEventBody, domainEventsOf } from '#core/run/domain/domain-events.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunUpdate } from '../../models.ts'
import { readEvents } from '../../read-events.ts'
import { type DomainEvent, domainEvent } from './domain-event.ts'
import type { EventCursor } from './event-cursor.ts'
import { readVariantIndex } from './variant-index.ts'

export interface DomainEventRequest {
  readonly runId: string
  readonly cursor: EventCursor
  /** The derived nodes of input and output, and changes of ownership. */
  readonly internal: boolean
  /** An event for each step whose dependencies are satisfied. */
  readonly ready: boolean
}

/**
 * The domain events in the updates of a run (`watchRun`), batch by batch. The first batch of a live run may be empty: it
 * tells the reader that the stream is open. Nothing at all comes of a run that has ended and has no event for the reader.
 */
export async function* domainEventsIn(
  pool: Pool,
  updates: AsyncIterable<{ readonly data: RunUpdate }>,
  { runId, cursor, internal, ready }: DomainEventRequest,
): AsyncGenerator<readonly DomainEvent[]> {
  let isOpen = false
  const variantIndex = await readVariantIndex(pool, runId)
  const isWanted = (event: DomainEventBody) =>
    event.for === 'all' || (event.for === 'internal' && internal) || (event.for === 'ready' && ready)
  for await (const { data } of updates) {
    const { events, summary } = data
    const input = internal && events.some(({ type }) => type === 'workflow.run.started') ? inputOf(pool, runId) : null
    const captured = await input
    const found = events.flatMap((event) => behind(cursor, domainEventsOf(event, captured), event).filter(isWanted))
    if (found.length === 0 && (isOpen || summary.endedAt !== null)) continue
    isOpen = true
    yield found.map((body) => domainEvent(runId, body, variantIndex))
  }
}

/** The events of one event of the history that the reader does not have. */
function behind(
  cursor: EventCursor,
  bodies: readonly DomainEventBody[],
  { seq }: RunEvent,
): readonly DomainEventBody[] {
  if (cursor.within === null || seq !== cursor.seq + 1) return bodies
  return bodies.slice(bodies.findIndex(({ name }) => name === cursor.within) + 1)
}

async function inputOf(pool: Pool, runId: string): Promise<Json> {
  const { events } = await readEvents(pool, runId, 0, 1)
  const [created] = events
  return created?.type === 'workflow.run.created' ? created.payload.input : null
}
