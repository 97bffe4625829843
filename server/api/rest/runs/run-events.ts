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
  const { pool } = context.stores
  // Read at once; a run that the actor may not see is refused whatever its header.
  const [, header] = await Promise.all([
    getRunRow(context.stores, actor, runId),
    readDomainHeaders(pool, [runId]).then((headers) => headers.get(runId)),
  ])
  if (!header) throw runNotFound(runId)
  const cursor = await eventCursorOf(pool, header, c.req.header('last-event-id') ?? '0')
  const request = { header, cursor, internal, ready: include === 'ready' }
  return answerEventStream(c, context, actor, async function* (signal) {
    for await (const events of batchesOf(context, actor, request, signal)) {
      yield events.map((event) => ({ id: event.id, event: event.kind, data: JSON.stringify(event) }))
    }
  })
}

async function* batchesOf(
  context: Context,
  actor: Actor,
  request: DomainEventRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly DomainEvent[]> {
  const { stores, changes } = context
  const { header, cursor } = request
  if (!header.fanOut) {
    const updates = watchToEnd(context, actor, {
      runId: header.runId,
      afterSeq: String(cursor.seq),
      signal,
      isVisible: true,
    })
    yield* domainEventsIn(stores.pool, updates, request)
    return
  }
  const open = (after: string) => watchFanOut(stores.pool, changes, request, { after, signal })
  for await (const { events } of steadyStream(open, '', signal)) yield events
}
