import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { phases, publicStatuses, statuses } from '#core/run/statuses.ts'
import { phaseSeverities } from '#core/run/views/phases.ts'
import { readRunFile } from '#server/runs/files/read-run-file.ts'
import { getRunTree } from '#server/runs/get-run-tree.ts'
import { exportRuns } from '#server/runs/list/export-runs.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import { runFilter } from '#server/runs/list/run-filter.ts'
import { listHistory } from '#server/runs/list-history.ts'
import { readPayload } from '#server/runs/read-payload.ts'
import { readRun } from '#server/runs/read-run.ts'
import { removeRun } from '#server/runs/removal/remove-run.ts'
import { ApiError } from '../../../api-error.ts'
import type { Context } from '../../context.ts'
import { cursor, uuid, workflowName } from '../../request/inputs.ts'
import { reading } from '../../request/reading.ts'
import { requireActor } from '../../request/require-actor.ts'
import { bodyOf } from '../body-of.ts'
import { fileDownload } from '../files.ts'
import {
  checkedQuery,
  flagParameter,
  integerParameter,
  jsonParameter,
  pageSizeParameter,
  takesNoParameters,
} from '../query.ts'
import { resumed } from '../resumed.ts'
import { eventObject, runListItem, runObject, treeObject } from '../run-object.ts'
import { previewRoute } from './preview.ts'
import { rerunRoute } from './rerun.ts'
import { runEventsRoute } from './run-events.ts'
import { type RunFile, runFiles } from './run-files.ts'
import { runHistoryStreamRoute } from './run-stream.ts'
import { verbRoute } from './verbs.ts'

const words = <Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(400)
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))
    .meta({ wire: { type: 'array', items: { enum: allowed } } })

const filterKeys = runFilter.shape
const MOST_MS = 1_000_000_000

/** `filter`: JSON of the same conditions that the UI has. */
export const exportQuery = z.strictObject({
  format: z.enum(['csv', 'json']),
  filter: jsonParameter
    .pipe(runFilter)
    .optional()
    .transform((filter) => filter ?? {}),
})

export const runsQuery = z.strictObject({
  status: words(publicStatuses).optional(),
  workflow_status: words(statuses).optional(),
  phase: words(phases).optional(),
  phase_severity: words(phaseSeverities).optional().describe('`bad`: the world may be unsafe.'),
  locked_resource: filterKeys.lockedResource.describe('Runs that hold this resource.'),
  run_id: filterKeys.id.describe('The id, or its first 8 characters or more; tests and child runs are found, too.'),
  workflow_id: filterKeys.workflowId.describe('Runs that have this workflow id, or had it, the newest first.'),
  workflow: workflowName.optional(),
  parent_run_id: uuid.optional(),
  regenerated_from: uuid.optional(),
  roots_only: flagParameter.optional(),
  blocked_on_human: flagParameter.optional().describe('Runs that wait, or have a run below them that waits.'),
  waiting_for: filterKeys.waitingFor,
  version: integerParameter(1, 2_147_483_647).optional(),
  search: filterKeys.search.describe('Names, ids, errors, whole tags, and words of the input and of the workflow id.'),
  within: filterKeys.within.describe('Any part of the input or the state of the newest runs.'),
  error: filterKeys.error,
  fingerprint: filterKeys.fingerprint,
  trouble: filterKeys.trouble,
  queue: filterKeys.queue,
  at_step: filterKeys.atStep.describe('Unfinished runs whose current step is this one.'),
  failed_step: filterKeys.failedStep.describe('Runs that failed at this step.'),
  tags: z
    .string()
    .max(limits.run.tags * 101)
    .transform((list) => list.split(','))
    .meta({ wire: { type: 'array', items: { type: 'string' } } })
    .optional(),
  owner_id: filterKeys.ownerId,
  data_region: filterKeys.dataRegion,
  created_from: filterKeys.createdFrom,
  created_to: filterKeys.createdTo,
  ended_from: filterKeys.endedFrom,
  ended_to: filterKeys.endedTo,
  longer_than_ms: integerParameter(0, MOST_MS).optional(),
  shorter_than_ms: integerParameter(0, MOST_MS).optional(),
  values: jsonParameter
    .pipe(filterKeys.values)
    .optional()
    .describe('JSON: conditions `{"in"?, "path", "is", "value"}` on values of the input or the state.'),
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})
export const historyQuery = z.strictObject({
  limit: integerParameter(1, 1_000_000_000)
    .transform((size) => Math.min(size, limits.page.historyEvents))
    .default(limits.page.historyEvents),
  cursor: cursor.optional(),
})

export function runRoutes(contextOf: (request: Request) => Promise<Context>, onError: (error: unknown) => void): Hono {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.read')
    const query = checkedQuery(c, runsQuery)
    const asked = {
      status: query.workflow_status,
      publicStatus: query.status,
      phase: query.phase,
      phaseSeverity: query.phase_severity,
      lockedResource: query.locked_resource,
      ...(query.run_id !== undefined && { id: query.run_id, tests: 'with' as const }),
      workflowId: query.workflow_id,
      workflow: query.workflow,
      version: query.version,
      search: query.search,
      within: query.within,
      error: query.error,
      fingerprint: query.fingerprint,
      trouble: query.trouble,
      queue: query.queue,
      atStep: query.at_step,
      failedStep: query.failed_step,
      tags: query.tags,
      ownerId: query.owner_id,
      dataRegion: query.data_region,
      createdFrom: query.created_from,
      createdTo: query.created_to,
      endedFrom: query.ended_from,
      endedTo: query.ended_to,
      longerThanMs: query.longer_than_ms,
      shorterThanMs: query.shorter_than_ms,
      values: query.values,
      parentRunId: query.parent_run_id,
      regeneratedFrom: query.regenerated_from,
      rootsOnly: query.roots_only,
      blockedOnHuman: query.blocked_on_human,
      waitingFor: query.waiting_for,
      cursor: query.cursor,
      limit: query.limit,
    }
    const page = await reading({ ...context, actor }, (stores) => listRuns(stores, actor, asked))
    return c.json({ items: page.items.map(runListItem), next_cursor: page.nextCursor })
  })

  routes.get('/export', async (c) => exportRoute(c, await contextOf(c.req.raw), onError))

  routes.get('/:id', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    takesNoParameters(c)
    return c.json(runObject(await readRun(context.stores, actor, runIdOf(c.req.param('id')))))
  })

  routes.delete('/:id', async (c) => removeRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id'))))

  routes.get('/:id/history', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    const query = checkedQuery(c, historyQuery)
    const page = await listHistory(context.stores, actor, { ...query, runId: runIdOf(c.req.param('id')) })
    return c.json({ items: page.items.map(eventObject), next_cursor: page.nextCursor })
  })

  routes.get('/:id/history/stream', async (c) =>
    runHistoryStreamRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id'))),
  )

  routes.get('/:id/tree', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    takesNoParameters(c)
    return c.json(treeObject(await getRunTree(context.stores, actor, runIdOf(c.req.param('id')))))
  })

  routes.get('/:id/values/:sha256', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    takesNoParameters(c)
    const sha256 = c.req.param('sha256')
    const text = await readPayload(context.stores, actor, runIdOf(c.req.param('id')), sha256)
    c.header('content-type', 'application/json; charset=utf-8')
    c.header('content-disposition', `attachment; filename="value-${sha256.slice(0, 8)}.json"`)
    return c.body(text)
  })

  routes.get('/:id/files/:file', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    takesNoParameters(c)
    return fileDownload(c, await readRunFile(context.stores, actor, runIdOf(c.req.param('id')), c.req.param('file')))
  })

  routes.get('/:id/events', async (c) => runEventsRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id'))))

  routes.get('/:id/preview', async (c) => previewRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id'))))

  routes.post('/:id/rerun', async (c) => rerunRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id'))))

  routes.post('/:id/:verb', async (c) =>
    verbRoute(c, await contextOf(c.req.raw), runIdOf(c.req.param('id')), c.req.param('verb')),
  )

  return routes
}

/** The runs of a filter as a file. HEAD makes none. */
async function exportRoute(c: HonoContext, context: Context, onError: (error: unknown) => void): Promise<Response> {
  const actor = requireActor(context, 'run.read')
  const { format, filter } = checkedQuery(c, exportQuery)
  const file: RunFile = runFiles[format]
  const headers = { 'content-type': file.type, 'content-disposition': `attachment; filename="${file.name}"` }
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const runs = context.streams.check(actor, exportRuns(context.stores, actor, filter), context.actorNow)
  // The first run is read before the file begins, so that a read error is an ordinary error response.
  const first = await runs.next()
  const texts = file.write(resumed(first, runs))
  return c.body(bodyOf(texts, runs, onError), 200, headers)
}

async function removeRoute(c: HonoContext, context: Context, id: string): Promise<Response> {
  const actor = requireActor(context, 'run.remove')
  takesNoParameters(c)
  const { runId, runs } = await removeRun(context.stores, actor, id)
  return c.json({ run_id: runId, runs })
}

/** An invalid id gets the error of a run that does not exist. */
function runIdOf(id: string): string {
  const parsed = uuid.safeParse(id)
  if (!parsed.success) throw new ApiError('NOT_FOUND', 'There is no such run.', 'run_id')
  return parsed.data
}
