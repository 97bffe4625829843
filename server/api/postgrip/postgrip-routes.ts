import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { sendVerb } from '#server/runs/acting/send-verb.ts'
import { ApiError } from '../../api-error.ts'
import { databaseUnavailable } from '../../database-unavailable.ts'
import { queueName } from '../request/inputs.ts'
import { checked } from '../request/request-body.ts'
import { beat, endWork, pollWork } from './agent-lane.ts'
import { gatherCommand, notLeased } from './gather-command.ts'
import {
  completeBody,
  type EnqueueBody,
  enqueueBody,
  eventBody,
  failBody,
  heartbeatBody,
  namespaceBody,
  reasonBody,
  refreshBody,
} from './inputs.ts'
import { taskListing } from './list-query.ts'
import { bodyOf, type ContextOf, callByAgent, callOf, callOfTask, type PostgripCall } from './postgrip-context.ts'
import { askQuery, readTask } from './read-task.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { sessionOf, withKey } from './session.ts'
import { startWork } from './start-work.ts'
import { type TaskId, taskIdOf } from './task-id.ts'
import { endedTask, NAMESPACE, type TaskObject, workflowTask } from './task-object.ts'
import type { WorkEnd } from './work-end.ts'
import { listLogs, workflowRoutes } from './workflow-routes.ts'

const DAY_MS = 24 * 3_600_000

const pollQuery = z.object({
  queue: queueName,
  wait_seconds: z.coerce.number().min(0).max(limits.agent.waitSeconds).default(0),
  task_types: z
    .string()
    .max(limits.text.reason)
    .default('')
    .transform((list) => list.split(',').filter((type) => type !== '')),
})

/**
 * `/api/v1`: PostGrip's protocol over Heddle's runs, for its unmodified SDKs; served where `HEDDLE_POSTGRIP=on`. Errors are
 * `{error, code, field}`. Parts of the protocol that Heddle has no rows for are answered with 501.
 */
export function postgripRoutes(contextOf: ContextOf, onError: (error: unknown) => void): Hono {
  const routes = new Hono()
  routes.route('/workflows', workflowRoutes(contextOf))
  routes.route(
    '/schedules',
    scheduleRoutes(contextOf, (c) => notSupported(c, noBackfill)),
  )
  addNamespaces(routes, contextOf)
  addTasks(routes, contextOf)
  addAgents(routes, contextOf)
  for (const [path, message] of Object.entries(lacking)) {
    routes.all(`/${path}`, (c) => notSupported(c, message))
    routes.all(`/${path}/*`, (c) => notSupported(c, message))
  }
  routes.notFound((c) => c.json({ error: `There is nothing at ${c.req.path}.`, code: 'NOT_FOUND' }, 404))
  routes.onError((error, c) => {
    const said = error instanceof ApiError ? error : databaseUnavailable(error)
    if (!said) onError(error)
    const { message, code, status, field } = said ?? new ApiError('INTERNAL', 'Something went wrong on the server.')
    return Response.json(
      { error: wordsOf(code, message), code, ...(field !== undefined && { field }) },
      { status, headers: c.res.headers },
    )
  })
  return routes
}

/** The SDK takes a refusal with these words for the end of its lease. */
function wordsOf(code: string, message: string): string {
  if (code === 'NOT_LEASED') return `not leased: ${message}`
  return code === 'TERMINAL' || code === 'STALE_HISTORY' ? `terminal: ${message}` : message
}

const startsNothing =
  'Heddle starts no programs and sandboxes. Start the program yourself, with the environment of: npx heddle agent-session.'
const noBackfill = 'Backfills are previewed and started on the page Triggers, where the schedule is listed.'
/** Parts of the protocol that Heddle does not have. */
const lacking = {
  admin: 'Heddle removes ended runs by itself. Set HEDDLE_RETENTION_DAYS.',
  sandboxes: startsNothing,
  workspaces: startsNothing,
  'sandbox-sessions': startsNothing,
}
/** Types of tasks that are programs for a host of PostGrip to start. */
const programs = ['workflow.runtime', 'container.exec', 'shell.exec', 'noop']

const notSupported = (c: HonoContext, error: string) => c.json({ error, code: 'NOT_SUPPORTED' }, 501)

function addNamespaces(routes: Hono, contextOf: ContextOf): void {
  const namespace = () => ({
    name: NAMESPACE,
    created_at: new Date(0).toISOString(),
    updated_at: new Date(0).toISOString(),
  })
  routes.get('/namespaces', async (c) => {
    await callOf(c, contextOf, 'run.read')
    return c.json([namespace()])
  })
  routes.post('/namespaces', async (c) => {
    await callOf(c, contextOf, 'run.start')
    const { name } = await bodyOf(c, namespaceBody)
    if (name === NAMESPACE) return c.json(namespace(), 201)
    throw new ApiError('BAD_REQUEST', `Heddle has one namespace: ${NAMESPACE}. Owners separate data.`, 'name')
  })
}

function addTasks(routes: Hono, contextOf: ContextOf): void {
  routes.get('/tasks', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.read')
    const { state: asked, ...listing } = taskListing(c.req.query())
    const tasks = (await listLogs(stores, actor, listing)).map(workflowTask)
    return c.json(tasks.filter(({ state }) => asked === undefined || state === asked))
  })
  routes.post('/tasks', async (c) => {
    const request = await callOf(c, contextOf, 'run.view')
    const body = await bodyOf(c, enqueueBody)
    return programs.includes(body.type) ? notSupported(c, startsNothing) : c.json(await enqueue(request, body), 202)
  })
  routes.get('/tasks/:id', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.view')
    return c.json(await readTask(stores, actor, idOf(c)))
  })
  routes.get('/tasks/:id/events', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.view')
    const { id, created_at, updated_at, state } = await readTask(stores, actor, idOf(c))
    const started = { id: `${id}:started`, task_id: id, kind: 'started', created_at }
    const isEnded = state === 'succeeded' || state === 'failed'
    const ended = {
      id: `${id}:ended`,
      task_id: id,
      kind: state === 'failed' ? 'failed' : 'completed',
      created_at: updated_at,
    }
    return c.json(isEnded ? [started, ended] : [started])
  })
}

/** A task of a client, or a command of a body whose delivery the session holds. */
async function enqueue({ stores, actor, agentId }: PostgripCall, body: EnqueueBody): Promise<TaskObject> {
  const { type, payload } = body
  const { workflowTaskId, parentWorkflowTaskId, continuedFromWorkflowId, workflowRunId } = payload
  const [kind, name = ''] = type.split(':', 2)
  const held = kind === 'workflow' ? parentWorkflowTaskId : workflowTaskId
  if (held !== undefined || kind === 'activity' || kind === 'timer' || continuedFromWorkflowId !== undefined) {
    if (agentId === null) throw notLeased()
    const runId =
      held === undefined ? await heldRun({ stores, actor }, agentId, continuedFromWorkflowId) : taskIdOf(held)?.runId
    if (runId === undefined) throw notLeased()
    return gatherCommand(stores, actor, agentId, runId, body)
  }
  if (kind === 'workflow' && name !== '') {
    const log = await startWork(stores, actor, { ...payload, type: name, queue: body.queue ?? 'default' })
    return workflowTask(log)
  }
  if (kind !== 'query' && kind !== 'update') {
    throw new ApiError('BAD_REQUEST', `Heddle has no tasks of the type ${type}.`, 'type')
  }
  const run = taskIdOf(workflowRunId ?? '')
  if (run === null || run.of !== 'workflow') throw new ApiError('NOT_FOUND', 'There is no such run.', 'workflowRunId')
  if (kind === 'query' && payload.queryName !== undefined) {
    return askQuery(stores, actor, run.runId, { name: payload.queryName, args: payload.args })
  }
  if (kind === 'update' && payload.updateName !== undefined) {
    const update_id = randomUUID()
    const verb = { type: 'update', update_id, name: payload.updateName, args: payload.args } as const
    await sendVerb(stores, actor, { runId: run.runId, verb })
    return readTask(stores, actor, { runId: run.runId, of: 'update', id: update_id })
  }
  throw new ApiError('BAD_REQUEST', `Name the ${kind}.`, `payload.${kind}Name`)
}

/** The run whose delivery the session holds, by its workflow id. */
async function heldRun({ stores, actor }: Pick<PostgripCall, 'stores' | 'actor'>, agentId: string, workflowId = '') {
  const { rows } = await stores.pool.query<{ id: string }>(
    `select r.id from run r join async_task t on t.run_id = r.id
      where t.kind = 'workflow' and t.worker_id = $1 and t.token is not null and r.owner_id = $2
        and (r.workflow_id = $3 or r.id::text = $3)`,
    [agentId, actor.ownerId, workflowId],
  )
  return rows[0]?.id
}

function addAgents(routes: Hono, contextOf: ContextOf): void {
  routes.post('/agent/session/refresh', async (c) => {
    const { refreshToken } = await bodyOf(c, refreshBody)
    const session = sessionOf(refreshToken)
    if (session === null) throw new ApiError('UNAUTHENTICATED', 'This is no token of a session.', 'refreshToken')
    const context = await contextOf(withKey(c.req.raw, session.key))
    if (!context.actor) throw new ApiError('UNAUTHENTICATED', 'The key of the session is not valid.', 'refreshToken')
    const expires = new Date(Date.now() + DAY_MS).toISOString()
    return c.json({
      agentId: session.agentId,
      tenantId: context.actor.ownerId,
      tokenFamilyId: session.agentId,
      accessToken: refreshToken,
      refreshToken,
      accessExpiresAt: expires,
      refreshExpiresAt: expires,
      status: 'active',
      trustState: 'trusted',
    })
  })

  routes.get('/agent/poll', async (c) => {
    const query = checked(pollQuery, c.req.query())
    try {
      const { stores, actor, agentId, context } = await callByAgent(c, contextOf)
      const poll = { agentId, queue: query.queue, waitMs: query.wait_seconds * 1_000, types: query.task_types }
      const task = await pollWork(stores, actor, poll, { hints: context.workHints, signal: c.req.raw.signal })
      return c.json(task === null ? {} : { task })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'AGENT_REMOVED') throw error
      return c.json({ directive: { type: 'shutdown' } }, 410)
    }
  })

  const base = '/agent/tasks/:id'
  routes.post(`${base}/heartbeat`, async (c) => {
    const { stores, actor, agentId, body } = await callOfTask(c, contextOf, heartbeatBody)
    await beat(stores, actor, agentId, idOf(c), body.event?.message)
    return c.json(await readTask(stores, actor, idOf(c)))
  })
  routes.post(`${base}/events`, async (c) => {
    const { stores, actor, agentId, body } = await callOfTask(c, contextOf, eventBody)
    await beat(stores, actor, agentId, idOf(c), body.event.message)
    const event = { ...body.event, id: randomUUID(), task_id: c.req.param('id'), agent_id: agentId }
    return c.json({ ...event, created_at: new Date().toISOString() }, 202)
  })
  const ended = async (
    c: HonoContext,
    { stores, actor, agentId }: PostgripCall & { agentId: string },
    end: WorkEnd,
  ) => {
    const id = idOf(c)
    await endWork(stores, actor, agentId, id, end)
    return c.json(endedTask(await readTask(stores, actor, id), end))
  }
  routes.post(`${base}/complete`, async (c) => {
    const { body, ...call } = await callOfTask(c, contextOf, completeBody)
    const { value = null, continue_as_new } = body.result
    return ended(c, call, { kind: 'completed', value, isContinued: continue_as_new !== undefined })
  })
  routes.post(`${base}/block`, async (c) => {
    const { body, ...call } = await callOfTask(c, contextOf, reasonBody)
    return ended(c, call, { kind: 'blocked', reason: body.reason })
  })
  routes.post(`${base}/fail`, async (c) => {
    const { body, ...call } = await callOfTask(c, contextOf, failBody)
    const { type = 'ApplicationFailure', non_retryable } = body.result?.failure ?? {}
    return ended(c, call, { kind: 'failed', message: body.error, type, retryable: non_retryable !== true })
  })
}

function idOf(c: HonoContext): TaskId {
  const id = taskIdOf(c.req.param('id') ?? '')
  if (id === null) throw new ApiError('NOT_FOUND', 'There is no such task.', 'taskId')
  return id
}
