import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { publicStatuses, statuses } from '#core/run/views.ts'
import { ApiError } from '../../api-error.ts'
import { listHistory } from '../../runs/list-history.ts'
import { listRuns } from '../../runs/list-runs.ts'
import { readRun } from '../../runs/read-run.ts'
import { sendVerb, type Verb } from '../../runs/send-verb.ts'
import { watchRun } from '../../runs/watch-run.ts'
import type { Context } from '../context.ts'
import { cursor, objectPayload, payload, reason, signalName, stepName, uuid, workflowName } from '../inputs.ts'
import { checked, readJson } from '../request-body.ts'
import { requireActor } from '../require-actor.ts'
import { integerParameter, pageSizeParameter, queryOf } from './query.ts'
import { eventObject, runListItem, runObject } from './run-object.ts'
import { steadyStream } from './steady-stream.ts'

const words = <Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(400)
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))

const listQuery = z.strictObject({
  status: words(publicStatuses).optional(),
  workflow_status: words(statuses).optional(),
  workflow: workflowName.optional(),
  parent_run_id: uuid.optional(),
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})
const historyQuery = z.strictObject({
  limit: integerParameter(1, 1_000_000_000)
    .transform((size) => Math.min(size, limits.page.historyEvents))
    .default(limits.page.historyEvents),
  cursor: cursor.optional(),
})

const resumeBody = z.strictObject({
  input: payload.optional(),
  step: stepName.optional(),
  task_id: uuid.optional(),
})
const retryBody = z.strictObject({ from_step: stepName.optional() })
const cancelBody = z.strictObject({ reason: reason.optional(), compensate: z.boolean().optional() })
const pauseBody = z.strictObject({ reason: reason.optional() })
const signalBody = z.strictObject({ signal_name: signalName, payload: payload.optional() })
const rollbackBody = z.strictObject({ reason: reason.optional() })
const nextStepBody = z.strictObject({ user_input: objectPayload.optional() })

/** Each verb's body and what it asks of the run. */
const verbs: Readonly<Record<string, (body: Json) => Verb>> = {
  resume: (body) => ({ type: 'resume', ...checked(resumeBody, body) }),
  retry: (body) => ({ type: 'retry', ...checked(retryBody, body) }),
  cancel: (body) => ({ type: 'cancel', ...checked(cancelBody, body) }),
  pause: (body) => ({ type: 'pause', ...checked(pauseBody, body) }),
  signal: (body) => {
    const { signal_name, payload: data = null } = checked(signalBody, body)
    return { type: 'signal', signal_name, payload: data }
  },
  rollback: (body) => ({ type: 'rollback', ...checked(rollbackBody, body) }),
  'next-step': (body) => ({ type: 'next_step', user_input: checked(nextStepBody, body).user_input ?? {} }),
}

export function runRoutes(contextOf: (request: Request) => Context): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    const query = checked(listQuery, queryOf(c))
    const page = await listRuns(context.stores, actor, {
      status: query.workflow_status,
      publicStatus: query.status,
      workflow: query.workflow,
      parentRunId: query.parent_run_id,
      cursor: query.cursor,
      limit: query.limit,
    })
    return c.json({ items: page.items.map(runListItem), next_cursor: page.nextCursor })
  })

  routes.get('/:id', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    return c.json(runObject(await readRun(context.stores, actor, runIdOf(c.req.param('id')))))
  })

  routes.get('/:id/history', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    const query = checked(historyQuery, queryOf(c))
    const page = await listHistory(context.stores, actor, { ...query, runId: runIdOf(c.req.param('id')) })
    return c.json({ items: page.items.map(eventObject), next_cursor: page.nextCursor })
  })

  /** The history as it grows; resumes after `Last-Event-ID`. */
  routes.get('/:id/events', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    const runId = runIdOf(c.req.param('id'))
    const ending = new AbortController()
    const signal = AbortSignal.any([c.req.raw.signal, ending.signal])
    const watch = (afterSeq: string) => watchRun(context.stores, actor, context.changes, { runId, afterSeq, signal })
    // A client that is answered 503 when it comes back may never come again, so it is not made to.
    const watched = steadyStream(watch, c.req.header('last-event-id') ?? '0', signal)
    const updates = context.streams.hold(actor, watched)
    // Before the stream begins, so that what is refused is refused as an answer.
    const first = await updates.next()
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => ending.abort())
      const heartbeat = setInterval(() => void stream.write(': heartbeat\n\n'), limits.live.heartbeatMs)
      try {
        for (let next = first; !next.done; next = await updates.next()) {
          for (const event of next.value.data.events) {
            const data = JSON.stringify(eventObject(event))
            await stream.writeSSE({ id: String(event.seq), event: event.type, data })
          }
        }
      } finally {
        clearInterval(heartbeat)
        ending.abort()
      }
    })
  })

  routes.post('/:id/:verb', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    const asVerb = Object.hasOwn(verbs, c.req.param('verb')) ? verbs[c.req.param('verb')] : undefined
    if (!asVerb) throw new ApiError('NOT_FOUND', `A run has no verb ${c.req.param('verb')}.`)
    const runId = runIdOf(c.req.param('id'))
    const body = await readJson(c.req.raw, limits.run.requestBytes)
    if (!isJsonObject(body)) throw new ApiError('BAD_REQUEST', 'The body must be a JSON object.', 'body')
    const result = await sendVerb(context.stores, actor, { runId, verb: asVerb(body) })
    if (result.outcome === 'accepted') {
      return c.json({ run_id: runId, status: 'accepted', operation_id: result.operationId }, 202)
    }
    return c.json(runObject(await readRun(context.stores, actor, runId)))
  })

  return routes
}

/** What is no id names no run. */
function runIdOf(id: string): string {
  const parsed = uuid.safeParse(id)
  if (!parsed.success) throw new ApiError('NOT_FOUND', 'There is no such run.', 'run_id')
  return parsed.data
}
