import type { Context as HonoContext } from 'hono'
import { streamSSE } from 'hono/streaming'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { getRunRow } from '#server/runs/get-run-row.ts'
import { type WatchRunRequest, watchRun } from '#server/runs/live/watch-run.ts'
import type { RunUpdate } from '#server/runs/models.ts'
import { ApiError } from '../../../api-error.ts'
import type { Context } from '../../context.ts'
import { requireActor } from '../../request/require-actor.ts'
import { takesNoParameters } from '../query.ts'
import { eventObject } from '../run-object.ts'
import { steadyStream } from '../steady-stream.ts'

interface SentEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * The updates of a run until it has ended and all events were read. A client that gets 503 on reconnecting may give up
 * for good, so the stream itself survives database trouble.
 */
export function watchToEnd(
  { stores, changes }: Context,
  actor: Actor,
  request: Pick<WatchRunRequest, 'runId' | 'afterSeq'> & { readonly signal: AbortSignal },
): AsyncGenerator<{ readonly data: RunUpdate }> {
  const watch = (afterSeq: string) => watchRun(stores, actor, changes, { ...request, afterSeq, untilEnd: true })
  return steadyStream(watch, request.afterSeq, request.signal)
}

/**
 * Answers with a stream of events, in batches. It ends with the batches; a client that reconnects behind the last event
 * gets 204, after which an EventSource stops reconnecting. A slow reader holds up only its own stream: the next batch is
 * read when it has taken the last one. The stream ends, too, at the heartbeat at which the caller may not read it any
 * more, and with its request, also where nobody has begun to read it. HEAD opens no stream.
 */
export async function answerEventStream(
  c: HonoContext,
  context: Context,
  actor: Actor,
  open: (signal: AbortSignal) => AsyncGenerator<readonly SentEvent[]>,
): Promise<Response> {
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' })
  const ending = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, ending.signal])
  const batches = context.streams.hold(actor, open(signal), context.actorNow)
  // The first batch is read before the stream begins, so that a refusal is an ordinary error response.
  const first = await batches.next()
  if (first.done) return c.body(null, 204)
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => ending.abort())
    const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), limits.live.heartbeatMs)
    const release = () => {
      clearInterval(heartbeat)
      batches.return(undefined).catch(() => undefined)
    }
    signal.addEventListener('abort', release, { once: true })
    if (signal.aborted) release()
    try {
      // The head of an answer may wait for its first byte; a reader without events would not know that it is open.
      if (first.value.length === 0) await stream.write(': open\n\n')
      for (let next: IteratorResult<readonly SentEvent[]> = first; !next.done; next = await batches.next()) {
        if (next.value.length > 0) await stream.write(next.value.map(textOf).join(''))
      }
    } catch (error) {
      // The client that opens the stream again gets the refusal as an ordinary answer.
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error
    } finally {
      ending.abort()
    }
  })
}

/** An event as it is sent: its data is JSON, which has no line break. A batch goes out as one piece. */
const textOf = ({ id, event, data }: SentEvent): string => `event: ${event}\ndata: ${data}\nid: ${id}\n\n`

/**
 * `GET /v1/workflow-runs/{id}/history/stream`: the whole history, then new events, from the event after `Last-Event-ID`.
 */
export async function runHistoryStreamRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.view')
  takesNoParameters(c)
  if (c.req.method === 'HEAD') await getRunRow(context.stores, actor, runId)
  return answerEventStream(c, context, actor, async function* (signal) {
    const after = c.req.header('last-event-id') ?? '0'
    for await (const { data } of watchToEnd(context, actor, { runId, afterSeq: after, signal })) {
      yield data.events.map((event) => ({
        id: String(event.seq),
        event: event.type,
        data: JSON.stringify(eventObject(event)),
      }))
    }
  })
}
