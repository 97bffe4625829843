import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { publicStatuses, statuses } from '#core/run/views.ts'
import { ApiError } from '../../api-error.ts'
import { getRunTree } from '../../runs/get-run-tree.ts'
import { listHistory } from '../../runs/list-history.ts'
import { listRuns } from '../../runs/list-runs.ts'
import { readRun } from '../../runs/read-run.ts'
import type { Context } from '../context.ts'
import { cursor, uuid, workflowName } from '../inputs.ts'
import { checked } from '../request-body.ts'
import { requireActor } from '../require-actor.ts'
import { integerParameter, pageSizeParameter, queryOf } from './query.ts'
import { runEventsRoute } from './run-events.ts'
import { eventObject, runListItem, runObject, treeObject } from './run-object.ts'
import { verbRoute } from './verbs.ts'

const words = <Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(400)
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))

const flag = z.enum(['true', 'false']).transform((word) => word === 'true')

const listQuery = z.strictObject({
  status: words(publicStatuses).optional(),
  workflow_status: words(statuses).optional(),
  workflow: workflowName.optional(),
  parent_run_id: uuid.optional(),
  roots_only: flag.optional(),
  blocked_on_human: flag.optional(),
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})
const historyQuery = z.strictObject({
  limit: integerParameter(1, 1_000_000_000)
    .transform((size) => Math.min(size, limits.page.historyEvents))
    .default(limits.page.historyEvents),
  cursor: cursor.optional(),
})

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
      rootsOnly: query.roots_only,
      blockedOnHuman: query.blocked_on_human,
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

  routes.get('/:id/tree', async (c) => {
    const context = contextOf(c.req.raw)
    const actor = requireActor(context)
    return c.json(treeObject(await getRunTree(context.stores, actor, runIdOf(c.req.param('id')))))
  })

  routes.get('/:id/events', (c) => runEventsRoute(c, contextOf(c.req.raw), runIdOf(c.req.param('id'))))

  routes.post('/:id/:verb', (c) => verbRoute(c, contextOf(c.req.raw), runIdOf(c.req.param('id')), c.req.param('verb')))

  return routes
}

/** What is no id names no run. */
function runIdOf(id: string): string {
  const parsed = uuid.safeParse(id)
  if (!parsed.success) throw new ApiError('NOT_FOUND', 'There is no such run.', 'run_id')
  return parsed.data
}
