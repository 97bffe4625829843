import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Actor } from '#server/access/actor.ts'
import { getRunRow } from '#server/runs/get-run-row.ts'
import type { DomainEvent } from '#server/runs/live/domain/domain-event.ts'
import { readDomainHeaders } from '#server/runs/live/domain/domain-headers.ts'
import { eventCursorOf } from '#server/runs/live/domain/event-cursor.ts'
import { type DomainEventRequest, domainEventsIn } from '#server/runs/live/domain/watch-domain-events.ts'
import { watchFanOut } from '#server/runs/live/domain/watch-fan-out.ts'
import { runNotFound } from '#server/runs/run-not-found.ts'
import type { Context } from '../../context.ts'
import { requireActor } from '../../request/require-actor.ts'
import { checkedQuery, flagParameter } from '../query.ts'
import { steadyStream } from '../steady-stream.ts'
import { answerEventStream, watchToEnd } from './run-stream.ts'

export const eventsQuery = z.strictObject({
  /** Shows the internal nodes of input and output, and changes of ownership. */
  include_internal: flagParameter.default(false),
  /** Adds an event for each step whose dependencies are satisfied. */
  include: z.literal('ready').optional(),
})

/**
 * `GET /v1/workflow-runs/{id}/events`: the domain events of a run, and of the steps of its variants, from the event after
 * `Last-Event-ID`, which is the UUID of an event or a number of the history.
 */
export async function runEventsRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.view')
  const { include_internal: internal, include } = checkedQuery(c, eventsQuery)
  if (c.req.method === 'HEAD') await getRunRow(context.stores, actor, runId)
  const request = { runId, internal, ready: include === 'ready', lastEventId: c.req.header('last-event-id') ?? '0' }
  return answerEventStream(c, context, actor, async function* (signal) {
    for await (const events of batchesOf(context, actor, request, signal)) {
      yield events.map((event) => ({ id: event.id, event: event.kind, data: JSON.stringify(event) }))
    }
  })
}

interface EventsRequest extends Pick<DomainEventRequest, 'internal' | 'ready'> {
  readonly runId: string
  readonly lastEventId: string
}

async function* batchesOf(
  context: Context,
  actor: Actor,
  { runId, lastEventId, ...options }: EventsRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly DomainEvent[]> {
  const { stores, changes } = context
  const readHeader = async () => (await readDomainHeaders(stores.pool, [runId])).get(runId)
  const watch = (afterSeq: string) => watchToEnd(context, actor, { runId, afterSeq, signal })
  if (lastEventId === '0') {
    // A reader of everything: the header is read beside the first events, and the read of these refuses the stranger.
    const updates = watch('0')
    try {
      const [first, header] = await Promise.all([updates.next(), readHeader()])
      if (header && !header.fanOut) {
        const cursor = { runId, seq: 0, within: null }
        yield* domainEventsIn(stores.pool, continued(first, updates), { header, cursor, ...options })
        return
      }
    } finally {
      await updates.return(undefined)
    }
  }
  const [, header] = await Promise.all([getRunRow(stores, actor, runId), readHeader()])
  if (!header) throw runNotFound(runId)
  const cursor = await eventCursorOf(stores.pool, header, lastEventId)
  const request = { header, cursor, ...options }
  if (!header.fanOut) {
    yield* domainEventsIn(stores.pool, watch(String(cursor.seq)), request)
    return
  }
  const open = (after: string) => watchFanOut(stores.pool, changes, request, { after, signal })
  for await (const { events } of steadyStream(open, '', signal)) yield events
}

/** What a generator goes on with behind an item that was taken from it. */
async function* continued<Item>(first: IteratorResult<Item>, rest: AsyncGenerator<Item>): AsyncGenerator<Item> {
  if (first.done) return
  yield first.value
  yield* rest
}
