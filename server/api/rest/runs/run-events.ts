import type { Context as HonoContext } from 'hono'
import { streamSSE } from 'hono/streaming'
import { limits } from '#core/limits.ts'
import { watchRun } from '#server/runs/live/watch-run.ts'
import type { RunUpdate } from '#server/runs/models.ts'
import { ApiError } from '../../../api-error.ts'
import type { Context } from '../../context.ts'
import { requireActor } from '../../request/require-actor.ts'
import { takesNoParameters } from '../query.ts'
import { eventObject } from '../run-object.ts'
import { steadyStream } from '../steady-stream.ts'

/**
 * `GET /v1/workflow-runs/{id}/events`: the whole history, then new events, from the event after `Last-Event-ID`. The
 * stream ends when the run has ended and all events were sent. A client that reconnects then gets 204, after which an
 * EventSource stops reconnecting. It ends, too, at the heartbeat at which the caller may not read it any more.
 */
export async function runEventsRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.view')
  takesNoParameters(c)
  const ending = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, ending.signal])
  const watch = (afterSeq: string) =>
    watchRun(context.stores, actor, context.changes, { runId, afterSeq, signal, untilEnd: true })
  // A client that gets 503 on reconnecting may give up for good, so the stream itself survives database trouble.
  const watched = steadyStream(watch, c.req.header('last-event-id') ?? '0', signal)
  const updates = context.streams.hold(actor, watched, context.actorNow)
  // The first item is read before the stream begins, so that a refusal is an ordinary error response.
  const first = await updates.next()
  if (first.done) return c.body(null, 204)
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => ending.abort())
    const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), limits.live.heartbeatMs)
    try {
      for (let next: IteratorResult<{ readonly data: RunUpdate }> = first; !next.done; next = await updates.next()) {
        for (const event of next.value.data.events) {
          const data = JSON.stringify(eventObject(event))
          await stream.writeSSE({ id: String(event.seq), event: event.type, data })
        }
      }
    } catch (error) {
      // The client that opens the stream again gets the refusal as an ordinary answer.
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error
    } finally {
      clearInterval(heartbeat)
      ending.abort()
    }
  })
}
