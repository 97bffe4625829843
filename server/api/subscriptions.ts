import {
  type AnyTRPCProcedure,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  isTrackedEnvelope,
  type TrackedEnvelope,
} from '@trpc/server'
import { limits } from '#core/limits.ts'
import type { Context } from './context.ts'
import { appRouter } from './router.ts'
import { sse } from './trpc/trpc.ts'

/** By path, as the client asks for them. */
const subscriptions = new Set(
  Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>)
    .filter(([, procedure]) => procedure._def.type === 'subscription')
    .map(([path]) => path),
)

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
}

/**
 * Answers a subscription in tRPC's format, but serialises each item once for all readers. tRPC's own stream serialises
 * it for each reader, and in several pieces. Null for a request that is no subscription, and for a refused one: tRPC
 * answers those.
 */
export async function answerSubscription(
  request: Request,
  contextOf: (request: Request) => Promise<Context>,
  onError: (error: unknown) => void,
): Promise<Response | null> {
  const url = new URL(request.url)
  const path = url.pathname.slice('/api/trpc/'.length)
  if (request.method !== 'GET' || !subscriptions.has(path) || url.searchParams.has('batch')) return null
  const context = await contextOf(request)
  const ending = new AbortController()
  request.signal.addEventListener('abort', () => ending.abort(), { once: true })
  const items = await callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => inputOf(request, url),
    ctx: context,
    type: 'subscription',
    signal: ending.signal,
    batchIndex: 0,
  }).then(
    (stream) => (stream as AsyncIterable<unknown>)[Symbol.asyncIterator](),
    () => null,
  )
  if (items === null) return null

  const errorFrame = (thrown: unknown) => {
    const error = getTRPCErrorFromUnknown(thrown)
    if (error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'SERVICE_UNAVAILABLE') onError(error.cause ?? error)
    const shape = getTRPCErrorShape({
      config: appRouter._def._config,
      ctx: context,
      error,
      input: undefined,
      path,
      type: 'subscription',
    })
    return frame('serialized-error', shape)
  }
  let heartbeat: ReturnType<typeof setInterval> | undefined
  const end = () => {
    clearInterval(heartbeat)
    ending.abort()
    // A client that disconnects mid-stream leaves the generator suspended with nothing to wake it; only this call ends
    // it.
    items.return?.().catch(() => undefined)
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(connected)
      // A stream with unread items in its buffer needs no heartbeat.
      heartbeat = setInterval(
        () => (controller.desiredSize ?? 0) > 0 && controller.enqueue(ping),
        limits.live.heartbeatMs,
      )
    },
    async pull(controller) {
      try {
        const { value, done } = await items.next()
        if (!done) return controller.enqueue(frameOf(value))
        if (!ending.signal.aborted) controller.enqueue(returned)
      } catch (error) {
        if (!ending.signal.aborted) controller.enqueue(errorFrame(error))
      }
      end()
      controller.close()
    },
    cancel: end,
  })
  return new Response(body, { headers })
}

/** The input, with the id of the last event that a reconnecting reader has seen. */
function inputOf(request: Request, { searchParams }: URL): unknown {
  const input: unknown = JSON.parse(searchParams.get('input') ?? 'null')
  const lastEventId = request.headers.get('last-event-id')
  return lastEventId === null ? input : { ...(input as object), lastEventId }
}

const encoder = new TextEncoder()
const frame = (event: string, data: unknown) => encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
const connected = frame('connected', sse.client)
const ping = encoder.encode('event: ping\ndata: \n\n')
const returned = encoder.encode('event: return\ndata: \n\n')

const written = new WeakMap<object, { readonly id: string; readonly bytes: Uint8Array }>()

/** Item data under the same id always serialises to the same bytes, so these are made once. */
function frameOf(item: unknown): Uint8Array {
  if (!isTrackedEnvelope(item)) return encoder.encode(`data: ${JSON.stringify(item)}\n\n`)
  const [id, data] = item as TrackedEnvelope<object>
  const known = written.get(data)
  if (known?.id === id) return known.bytes
  const bytes = encoder.encode(`data: ${JSON.stringify(data)}\nid: ${id}\n\n`)
  written.set(data, { id, bytes })
  return bytes
}
