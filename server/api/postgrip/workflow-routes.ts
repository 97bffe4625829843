import { Hono, type Context as HonoContext } from 'hono'
import type { Actor } from '#server/access/actor.ts'
import { sendVerb } from '#server/runs/acting/send-verb.ts'
import type { Verb } from '#server/runs/acting/verb.ts'
import { countMatching } from '#server/runs/list/count-matching.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { uuid } from '../request/inputs.ts'
import { historyObjects } from './history-object.ts'
import { reasonBody, signalBody, signalWithStartBody } from './inputs.ts'
import { type Listing, workflowListing } from './list-query.ts'
import { bodyOf, type ContextOf, callOf } from './postgrip-context.ts'
import { type RunLog, readRunLog } from './run-log.ts'
import { signalOrStartWork } from './start-work.ts'
import { workflowObject, workflowTask } from './task-object.ts'

/** The runs of workflows in PostGrip's words. */
export function workflowRoutes(contextOf: ContextOf): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.read')
    const { state: asked, ...listing } = workflowListing(c.req.query())
    const objects = (await listLogs(stores, actor, listing)).map(workflowObject)
    return c.json(objects.filter(({ state }) => asked === undefined || state === asked))
  })

  routes.get('/count', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.read')
    const { filter, isElsewhere } = workflowListing(c.req.query())
    return c.json({ count: isElsewhere ? 0 : (await countMatching(stores, actor, filter)).count })
  })

  routes.get('/:id', async (c) => c.json(workflowObject(await logAt(c, contextOf))))
  routes.get('/:id/history', async (c) => c.json(historyObjects(await logAt(c, contextOf))))

  routes.post('/:id/signal', async (c) => {
    const { name: signal_name, args } = await bodyOf(c, signalBody)
    return send(c, contextOf, 'WorkflowSignaled', { type: 'signal', signal_name, payload: args })
  })
  routes.post('/:id/cancel', async (c) => {
    const { reason } = await bodyOf(c, reasonBody)
    return send(c, contextOf, 'WorkflowCancellationRequested', { type: 'cancel', reason })
  })
  routes.post('/:id/terminate', async (c) => {
    const { reason } = await bodyOf(c, reasonBody)
    return send(c, contextOf, 'WorkflowExecutionTerminated', { type: 'cancel', force: true, reason })
  })

  routes.post('/:id/signal-with-start', async (c) => {
    const { stores, actor } = await callOf(c, contextOf, 'run.start')
    const { workflowType: type, queue = 'default', signal, ...start } = await bodyOf(c, signalWithStartBody)
    const workflowId = c.req.param('id')
    const message = { name: signal.name, data: signal.args }
    const log = await signalOrStartWork(stores, actor, { ...start, type, queue, workflowId }, message)
    const told = historyObjects(log).findLast((event) => event.type === 'WorkflowSignaled')
    const event = told ?? newestEvent(log, 'WorkflowSignaled')
    return c.json({ workflow: workflowObject(log), task: workflowTask(log), signal: event }, 202)
  })

  return routes
}

/** The newest runs of a list that are runs of code. */
export async function listLogs(
  stores: Stores,
  actor: Actor,
  { filter, limit, offset, isElsewhere }: Pick<Listing<never>, 'filter' | 'limit' | 'offset' | 'isElsewhere'>,
): Promise<RunLog[]> {
  if (isElsewhere) return []
  const { items } = await listRuns(stores, actor, { ...filter, limit: limit + offset })
  const logs = await Promise.all(items.slice(offset).map(({ runId }) => readRunLog(stores, actor, runId)))
  return logs.filter(({ header }) => header.code)
}

/** The run of a path: by its id, or the newest run of a workflow id. Throws `NOT_FOUND`. */
async function logAt(c: HonoContext, contextOf: ContextOf): Promise<RunLog> {
  const { stores, actor } = await callOf(c, contextOf, 'run.view')
  return findLog(stores, actor, c.req.param('id') ?? '')
}

async function findLog(stores: Stores, actor: Actor, id: string): Promise<RunLog> {
  const runId = uuid.safeParse(id).data
  if (runId !== undefined) {
    const log = await readRunLog(stores, actor, runId).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
      throw error
    })
    if (log !== null) return log
  }
  const [newest] = await listLogs(stores, actor, {
    filter: { workflowId: id },
    limit: 1,
    offset: 0,
    isElsewhere: false,
  })
  if (newest === undefined) throw new ApiError('NOT_FOUND', `There is no workflow ${id}.`, 'workflowId')
  return newest
}

async function send(c: HonoContext, contextOf: ContextOf, type: string, verb: Verb): Promise<Response> {
  const { stores, actor } = await callOf(c, contextOf, 'run.act')
  const { header } = await findLog(stores, actor, c.req.param('id') ?? '')
  await sendVerb(stores, actor, { runId: header.run_id, verb })
  const log = await readRunLog(stores, actor, header.run_id)
  return c.json(historyObjects(log).findLast((event) => event.type === type) ?? newestEvent(log, type), 202)
}

/** An event that the run has not recorded yet, or that histories of this protocol do not have. */
function newestEvent({ header, events }: RunLog, type: string) {
  const { seq = 0, at = 0 } = events.at(-1) ?? {}
  const created_at = new Date(at).toISOString()
  return {
    id: `${header.run_id}:${seq + 1}`,
    workflow_id: header.workflow_id ?? header.run_id,
    type,
    attributes: {},
    created_at,
  }
}
