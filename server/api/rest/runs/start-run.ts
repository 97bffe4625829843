import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { isJsonList, type JsonObject, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { startBody } from '#core/run/start/start-request.ts'
import { readTraceparent, traceparentText } from '#core/run/start/trace-context.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { awaitRun } from '#server/runs/live/await-run.ts'
import { readRun } from '#server/runs/read-run.ts'
import { ApiError } from '../../../api-error.ts'
import type { Context } from '../../context.ts'
import { workflowName } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { checkedQuery, flagParameter, integerParameter } from '../query.ts'
import { resultObject } from '../run-object.ts'

export const startQuery = z.strictObject({
  /** Required, unless the body has a bundle: the run is then shown under the name of its first entry. */
  name: workflowName.optional(),
  version: integerParameter(1, 2_147_483_647).optional(),
  wait: integerParameter(0, limits.run.startWaitMs).default(0),
  record_invalid: flagParameter
    .optional()
    .describe('`true`: a run with invalid input is recorded, and ends as FAILED_SAFE with all reasons.'),
})

/** Statuses in which the answer has the whole result. */
const endedStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])
const startFields = { workflow: 'name', version: 'version', key: 'Idempotency-Key' }

/** `POST /v1/workflows/run?name=X`: 201 with the run's id, also for a key that was used before. */
export async function startRunRoute(c: HonoContext, context: Context): Promise<Response> {
  const actor = requireActor(context, 'run.start')
  const { name, version, wait, record_invalid } = checkedQuery(c, startQuery)
  const key = idempotencyKeyOf(c)
  const json = await readJson(c.req.raw, limits.run.requestBytes)
  const workflow = shownName(name, objectOf(json))
  const body = checked(startBody, json)
  const recordInvalid = record_invalid ? { recordInvalid: true as const } : {}
  const request = { ...body, workflow, version, idempotencyKey: key, ...recordInvalid, ...traceOf(c) }
  const { runId, variants, created } = await requestRun(context.stores, actor, request, startFields)
  // A run that was just accepted has not been started yet.
  const status = created && wait === 0 ? 'pending' : await publicStatus(c, context, runId, wait)
  const begun = { run_id: runId, status, variants }
  if (wait === 0 || !endedStatuses.has(status)) return c.json(begun, 201)
  const run = await readRun(context.stores, actor, runId)
  return c.json({ ...begun, state: run.clientState, ...resultObject(run) }, 201)
}

/** The trace context of the caller, if the request has a valid one. */
function traceOf(c: HonoContext): { readonly traceparent?: string } {
  const context = readTraceparent(c.req.header('traceparent'))
  return context === null ? {} : { traceparent: traceparentText(context) }
}

/** The workflow that the address names, or the first entry of a bundle. */
function shownName(name: string | undefined, { bundle, input }: JsonObject): string {
  if (name !== undefined) return name
  const entries = bundle ?? objectOf(input).bundle
  const [first] = isJsonList(entries) ? entries : []
  const { workflow_name, name: own } = objectOf(first)
  const parsed = workflowName.safeParse(workflow_name ?? own)
  if (parsed.success) return parsed.data
  throw new ApiError('BAD_REQUEST', 'name: This is required, in the address: ?name=…', 'name')
}

async function publicStatus(c: HonoContext, context: Context, runId: string, waitMs: number): Promise<string> {
  const run = await awaitRun(context.stores, context.changes, runId, waitMs, c.req.raw.signal)
  return run.publicStatus
}
