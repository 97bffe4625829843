import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { startBody } from '#core/run/start/start-request.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { awaitRun } from '#server/runs/live/await-run.ts'
import type { Context } from '../../context.ts'
import { workflowName } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { checkedQuery, integerParameter } from '../query.ts'

export const startQuery = z.strictObject({
  name: workflowName,
  version: integerParameter(1, 2_147_483_647).optional(),
  wait: integerParameter(0, limits.run.startWaitMs).default(0),
})

const startFields = { workflow: 'name', version: 'version', key: 'Idempotency-Key' }

/** `POST /v1/workflows/run?name=X`: 201 with the run's id, also for a key that was used before. */
export async function startRunRoute(c: HonoContext, context: Context): Promise<Response> {
  const actor = requireActor(context, 'run.start')
  const { name, version, wait } = checkedQuery(c, startQuery)
  const key = idempotencyKeyOf(c)
  const body = checked(startBody, await readJson(c.req.raw, limits.run.requestBytes))
  const request = { ...body, workflow: name, version, idempotencyKey: key }
  const { runId, created } = await requestRun(context.stores, actor, request, startFields)
  // A run that was just accepted has not been started yet.
  const status = created && wait === 0 ? 'pending' : await publicStatus(c, context, runId, wait)
  return c.json({ run_id: runId, status }, 201)
}

async function publicStatus(c: HonoContext, context: Context, runId: string, waitMs: number): Promise<string> {
  const run = await awaitRun(context.stores, context.changes, runId, waitMs, c.req.raw.signal)
  return run.publicStatus
}
