import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import type { Actor } from '#server/access/actor.ts'
import { type EventSocket, SlowReader } from '#server/event-socket.ts'
import { ApiError, type ApiErrorCode } from '../../../api-error.ts'
import { databaseUnavailable } from '../../../database-unavailable.ts'
import type { Context } from '../../context.ts'
import { uuid, workflowName } from '../../request/inputs.ts'
import { checked } from '../../request/request-body.ts'
import { openAllEvents } from './all-events.ts'

const frame = z.strictObject({
  subscribe: z.strictObject({
    run_id: uuid.optional(),
    workflow: workflowName.optional(),
    kinds: z.array(z.string()).max(limits.events.kinds).default([]),
    /** The id of the last event that the client has; with `run_id` also a number of its history. */
    after: z.union([z.string().max(100), z.int().min(0).max(2_147_483_647).transform(String)]).optional(),
  }),
})

type Subscription = z.infer<typeof frame>['subscribe']

/** The codes by which a socket is closed, beside those of the protocol: 4000 and the HTTP status. */
const closeCodes: Partial<Record<ApiErrorCode, number>> = {
  UNAUTHENTICATED: 4401,
  FORBIDDEN: 4401,
  SECOND_FACTOR_NEEDED: 4401,
  NOT_FOUND: 4404,
  TOO_MANY_REQUESTS: 4429,
  INTERNAL: 1011,
  UNAVAILABLE: 1013,
}

/**
 * Serves the domain events of all runs of the actor by WebSocket, as its client subscribes. A second subscription takes
 * the place of the first. The stream ends with the rights of its actor, and with the connection.
 */
export async function serveEvents(
  context: Context,
  actor: Actor,
  socket: EventSocket,
  onError: (error: unknown) => void,
): Promise<void> {
  let current: AbortController | undefined
  let frames = 0
  const refuse = (error: unknown) => refuseSocket(socket, error, onError)
  const early = setTimeout(() => void refuse(notSubscribed), limits.live.heartbeatMs)
  socket.signal.addEventListener('abort', () => clearTimeout(early), { once: true })
  socket.onFrame((text) => {
    clearTimeout(early)
    current?.abort()
    frames += 1
    if (frames > limits.events.subscriptions) {
      void refuse(tooMany)
      return
    }
    const own = new AbortController()
    current = own
    const signal = AbortSignal.any([own.signal, socket.signal])
    serve(context, actor, socket, text, signal).catch((error: unknown) => (signal.aborted ? undefined : refuse(error)))
  })
}

async function serve(
  context: Context,
  actor: Actor,
  socket: EventSocket,
  text: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { run_id: runId, workflow, kinds, after } = subscriptionOf(text)
  const open = await openAllEvents(context, actor, {
    filter: { kinds, workflow, runId },
    after,
    fields: { kinds: 'subscribe.kinds', after: 'subscribe.after' },
  })
  const batches = context.streams.hold(actor, open(signal), context.actorNow)
  for await (const events of batches) {
    for (const event of events) {
      if (signal.aborted) return
      await socket.send(JSON.stringify(event))
    }
  }
}

function subscriptionOf(text: string | null): Subscription {
  const parsed = text === null ? null : parseStrictJson(text)
  if (parsed === null || !parsed.ok)
    throw new ApiError('BAD_REQUEST', 'A frame is JSON: {"subscribe": {}}.', 'subscribe')
  return checked(frame, parsed.value).subscribe
}

const notSubscribed = new ApiError(
  'BAD_REQUEST',
  `Nothing was subscribed within ${limits.live.heartbeatMs / 1_000} seconds. Send {"subscribe": {}}.`,
  'subscribe',
)

const tooMany = new ApiError('TOO_MANY_REQUESTS', 'This socket has subscribed too often. Open another one.')

/** Says the error in a last frame, `{"error": {code, message, field?}}`, and closes the socket by its code. */
export async function refuseSocket(
  socket: EventSocket,
  error: unknown,
  onError: (error: unknown) => void,
): Promise<void> {
  const { code, message, field } = apiErrorOf(error, onError)
  const said = JSON.stringify({ error: { code, message, ...(field !== undefined && { field }) } })
  // A reader that takes nothing does not take this either.
  await socket.send(said).catch(() => undefined)
  socket.close(closeCodes[code] ?? 4400, code)
}

function apiErrorOf(error: unknown, onError: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof SlowReader) return new ApiError('TOO_MANY_REQUESTS', error.message)
  const unavailable = databaseUnavailable(error)
  onError(error)
  return unavailable ?? new ApiError('INTERNAL', 'Something went wrong on the server. It has been logged.')
}
