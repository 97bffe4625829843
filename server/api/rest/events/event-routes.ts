import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { UpgradeBindings } from '#server/event-socket.ts'
import { ApiError } from '../../../api-error.ts'
import type { Context } from '../../context.ts'
import { uuid, workflowName } from '../../request/inputs.ts'
import { requireActor } from '../../request/require-actor.ts'
import { checkedQuery, takesNoParameters } from '../query.ts'
import { answerEventStream } from '../runs/run-stream.ts'
import { openAllEvents } from './all-events.ts'
import { refuseSocket, serveEvents } from './serve-events.ts'

export const allEventsQuery = z.strictObject({
  kind: z
    .string()
    .max(1_000)
    .transform((list) => list.split(','))
    .pipe(z.array(z.string()).max(limits.events.kinds))
    .meta({ wire: { type: 'array', items: { type: 'string' } } })
    .optional()
    .describe('Kinds, or prefixes such as `workflow.run.*`.'),
  workflow: workflowName.optional(),
  run_id: uuid.optional(),
})

/** The domain events of all runs of the owner: as a stream (SSE), and by WebSocket. */
export function eventRoutes(
  contextOf: (request: Request) => Promise<Context>,
  onError: (error: unknown) => void,
): Hono<{ Bindings: Partial<UpgradeBindings> }> {
  const routes = new Hono<{ Bindings: Partial<UpgradeBindings> }>()

  routes.get('/stream', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.read')
    const { kind: kinds = [], workflow, run_id: runId } = checkedQuery(c, allEventsQuery)
    const open = await openAllEvents(context, actor, {
      filter: { kinds, workflow, runId },
      after: c.req.header('last-event-id'),
      fields: { kinds: 'kind', after: 'lastEventId' },
    })
    return answerEventStream(c, context, actor, async function* (signal) {
      for await (const events of open(signal)) {
        yield events.map((event) => ({ id: event.id, event: event.kind, data: JSON.stringify(event) }))
      }
    })
  })

  routes.get('/ws', async (c) => {
    const { accept } = c.env ?? {}
    if (accept === undefined) {
      const context = await contextOf(c.req.raw)
      requireActor(context, 'run.read')
      takesNoParameters(c)
      throw new ApiError('BAD_REQUEST', 'Open this address as a WebSocket, or read /v1/events/stream.', 'upgrade')
    }
    // A script of a page sees no answer to a refused upgrade, so a refusal is said by the socket itself.
    try {
      const context = await contextOf(c.req.raw)
      const actor = requireActor(context, 'run.read')
      takesNoParameters(c)
      accept((socket) => serveEvents(context, actor, socket, onError))
    } catch (error) {
      accept((socket) => refuseSocket(socket, error, onError))
    }
    return c.body(null, 204)
  })

  return routes
}
