import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { getRunRow } from '#server/runs/get-run-row.ts'
import { eventCursorOf } from '#server/runs/live/domain/event-cursor.ts'
import { domainEventsIn } from '#server/runs/live/domain/watch-domain-events.ts'
import type { Context } from '../../context.ts'
import { requireActor } from '../../request/require-actor.ts'
import { checkedQuery } from '../query.ts'
import { answerEventStream, watchToEnd } from './run-stream.ts'

const query = z.strictObject({
  /** Shows the internal nodes of input and output, and changes of ownership. */
  include_internal: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .default(false),
  /** Adds an event for each step whose dependencies are satisfied. */
  include: z.literal('ready').optional(),
})

/**
 * `GET /v1/workflow-runs/{id}/events`: the domain events of a run, from the event after `Last-Event-ID`, which is the UUID
 * of an event or a number of the history.
 */
export async function runEventsRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.view')
  const { include_internal: internal, include } = checkedQuery(c, query)
  const { stores } = context
  await getRunRow(stores, actor, runId)
  const cursor = await eventCursorOf(stores.pool, runId, c.req.header('last-event-id') ?? '0')
  return answerEventStream(c, context, actor, (signal) => {
    const updates = watchToEnd(context, actor, { runId, afterSeq: String(cursor.seq), signal })
    const request = { runId, cursor, internal, ready: include === 'ready' }
    return mapped(domainEventsIn(stores.pool, updates, request), (events) =>
      events.map((event) => ({ id: event.id, event: event.kind, data: JSON.stringify(event) })),
    )
  })
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item)
}
