import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { payload } from '#core/run/payload-input.ts'
import { startBodyWith, startOptions } from '#core/run/start/start-request.ts'
import { signalWithStart } from '#server/runs/acting/signal-with-start.ts'
import type { Context } from '../../context.ts'
import { messageArgs, messageName, workflowName } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { checkedQuery, integerParameter } from '../query.ts'

export const signalWithStartQuery = z.strictObject({
  name: workflowName,
  version: integerParameter(1, 2_147_483_647).optional(),
})

export const signalWithStartBody = startBodyWith({
  workflow_id: startOptions.workflowId.unwrap(),
  signal_name: messageName,
  payload: payload.optional(),
  args: messageArgs.optional(),
}).refine(({ payload: data, args }) => data === undefined || args === undefined, 'Send either payload or args.')

const startFields = { workflow: 'name', version: 'version', key: 'Idempotency-Key' }

/** `POST /v1/workflows/signal-with-start?name=X`: 201 with the started run, or 200 with the run that got the signal. */
export async function signalWithStartRoute(c: HonoContext, context: Context): Promise<Response> {
  const actor = requireActor(context, 'run.start')
  const { name, version } = checkedQuery(c, signalWithStartQuery)
  const idempotencyKey = idempotencyKeyOf(c)
  const body = checked(signalWithStartBody, await readJson(c.req.raw, limits.run.requestBytes))
  const { signal_name, args, payload: data = args ?? null, workflow_id: workflowId, ...options } = body
  const request = {
    ...options,
    workflow: name,
    version,
    idempotencyKey,
    workflowId,
    signal: { name: signal_name, data },
  }
  const result = await signalWithStart(context.stores, actor, request, startFields)
  if (result.started) return c.json({ run_id: result.runId, started: true }, 201)
  if (result.outcome === 'done') return c.json({ run_id: result.runId, started: false }, 200)
  return c.json({ run_id: result.runId, status: 'accepted', operation_id: result.operationId }, 202)
}
