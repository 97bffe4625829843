import type { Pool } from 'pg'
import type { Json } from '#core/json.ts'
import type { DomainEventBody } from '#core/run/domain/domain-events.ts'
import type { RunUpdate } from '../../models.ts'
import { readEvents } from '../../read-events.ts'
import { type DomainEvent, domainEvent } from './domain-event.ts'
import type { HeaderOfRun } from './domain-headers.ts'
import type { EventCursor } from './event-cursor.ts'
import { domainBodies } from './make-events.ts'

export interface DomainEventRequest {
  readonly header: HeaderOfRun
  readonly cursor: EventCursor
  /** The derived nodes of input and output, the generated steps of a fan-out, and changes of ownership. */
  readonly internal: boolean
  /** An event for each step whose dependencies are satisfied. */
  readonly ready: boolean
}

/** Whether the reader of a stream asks for the event. */
export function isWantedBy({ internal, ready }: Pick<DomainEventRequest, 'internal' | 'ready'>) {
  return (event: DomainEventBody) =>
    event.for === 'all' || (event.for === 'internal' && internal) || (event.for === 'ready' && ready)
}

/**
 * The domain events in the updates of a run (`watchRun`), batch by batch. The first batch of a live run may be empty: it
 * tells the reader that the stream is open. Nothing at all comes of a run that has ended and has no event for the reader.
 */
export async function* domainEventsIn(
  pool: Pool,
  updates: AsyncIterable<{ readonly data: RunUpdate }>,
  request: DomainEventRequest,
): AsyncGenerator<readonly DomainEvent[]> {
  const { header, cursor, internal } = request
  const isWanted = isWantedBy(request)
  let isOpen = false
  for await (const { data } of updates) {
    const { events, summary } = data
    const isStart = events.some(({ type }) => type === 'workflow.run.started')
    const input = internal && isStart ? await readInput(pool, header.runId) : null
    const found: DomainEvent[] = []
    for (const event of events) {
      const bodies = behind(cursor, await domainBodies(pool, header, event, input), event).filter(isWanted)
      found.push(...bodies.map((body) => domainEvent(header.runId, body, header.variantIndex)))
    }
    if (found.length === 0 && (isOpen || summary.endedAt !== null)) continue
    isOpen = true
    yield found
  }
}

/** The events of one event of the history that the reader does not have. */
export function behind(
  { seq, within }: EventCursor,
  bodies: readonly DomainEventBody[],
  event: { readonly seq: number },
): readonly DomainEventBody[] {
  if (event.seq <= seq) return []
  if (within === null || event.seq !== seq + 1) return bodies
  return bodies.slice(bodies.findIndex(({ name }) => name === within) + 1)
}

/** The input of a run, for its internal events. */
export async function readInput(pool: Pool, runId: string): Promise<Json> {
  const { events } = await readEvents(pool, runId, 0, 1)
  const [created] = events
  return created?.type === 'workflow.run.created' ? created.payload.input : null
}
