import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { objectPayload, payload } from '#core/run/payload-input.ts'
import { type Phase, phases } from '#core/run/statuses.ts'
import { isClosedPhase } from '#core/run/views/phases.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { sendVerb } from '#server/runs/acting/send-verb.ts'
import { listRuns } from '#server/runs/list/list-runs.ts'
import { readRun } from '#server/runs/read-run.ts'
import { isWorkflowName, workflowNameRule } from '#server/workflows/workflow-name.ts'
import { ApiError } from '../../api-error.ts'
import type { RunAtPresent } from '../../runs/models.ts'
import type { Context } from '../context.ts'
import { uuid } from '../request/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { idempotencyKeyOf } from '../rest/idempotency-key.ts'
import { takesNoParameters } from '../rest/query.ts'

/** `package/name:version`; a version that is no number of a published version means the latest. */
const workflowWithVersion = z
  .string()
  .max(2 * limits.text.workflowName)
  .transform((text) => {
    const colon = text.lastIndexOf(':')
    const [name, label] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
    return { name, label, version: /^[1-9]\d{0,8}$/.test(label) ? Number(label) : undefined }
  })
  .refine(({ name }) => isWorkflowName(name), { error: workflowNameRule })

const execution = z.object({
  workflow: workflowWithVersion,
  executeOnParameters: z.object({ ids: payload.optional() }).optional(),
  parameters: objectPayload.optional(),
})

const startFields = { workflow: 'workflow', version: 'workflow', key: 'Idempotency-Key' }

/**
 * The routes of clients of neops: they start workflows, ask for the phase of runs, and cancel. Their client is used as it
 * is, so unknown fields of a body are left alone, as neops does. A start takes an `Idempotency-Key`, as on the routes of
 * runs: a client that repeats it starts one run. Served where `HEDDLE_NEOPS=on`.
 */
export function neopsRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.start')
    takesNoParameters(c)
    const idempotencyKey = idempotencyKeyOf(c)
    const json = await readJson(c.req.raw, limits.run.requestBytes)
    const { workflow, executeOnParameters, parameters } = checked(execution, json)
    const request = {
      workflow: workflow.name,
      version: workflow.version,
      input: inputOf(executeOnParameters?.ids, parameters),
      recordInvalid: true as const,
      idempotencyKey,
    }
    const { runId } = await requestRun(context.stores, actor, request, startFields)
    return c.json(executionObject(await readRun(context.stores, actor, runId)), 201)
  })

  routes.get('/id/:uuid', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.view')
    takesNoParameters(c)
    return c.json(executionObject(await readRun(context.stores, actor, idOf(c))))
  })

  const list = async (c: HonoContext, asked: readonly Phase[]) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.read')
    takesNoParameters(c)
    const query = { phase: [...asked], rootsOnly: true, limit: limits.page.maxSize }
    const { items } = await listRuns(context.stores, actor, query)
    return c.json(
      items.map(({ runId, workflow, version, phase }) => ({
        uuid: runId,
        workflow: `${workflow}:${version}`,
        status: phase.toLowerCase(),
      })),
    )
  }

  routes.get('/active', (c) =>
    list(
      c,
      phases.filter((phase) => !isClosedPhase(phase)),
    ),
  )

  routes.get('/state/:state', (c) => {
    const state = c.req.param('state').toUpperCase()
    const phase = phases.find((each) => each === state)
    if (phase === undefined) throw new ApiError('NOT_FOUND', 'There is no such state.', 'state')
    return list(c, [phase])
  })

  routes.delete('/:uuid', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'run.act')
    takesNoParameters(c)
    const runId = idOf(c)
    await sendVerb(context.stores, actor, { runId, verb: { type: 'cancel' } })
    return c.json(executionObject(await readRun(context.stores, actor, runId)))
  })

  return routes
}

function inputOf(ids: JsonObject[string] | undefined, parameters: JsonObject | undefined): JsonObject {
  return { ...(ids !== undefined && { ids }), ...(parameters !== undefined && { parameters }) }
}

/** A run as an execution of neops: its status is the phase. */
function executionObject(run: RunAtPresent) {
  return {
    uuid: run.runId,
    workflow: `${run.workflow}:${run.version}`,
    status: run.phase.toLowerCase(),
    reason: run.failure?.message ?? null,
    retryNote: run.envelopeWait?.retryNote ?? null,
    resources: run.resources,
  }
}

function idOf(c: HonoContext): string {
  const id = uuid.safeParse(c.req.param('uuid'))
  if (!id.success) throw new ApiError('NOT_FOUND', 'There is no such execution.', 'uuid')
  return id.data
}
