import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { awaitRun } from '#server/runs/live/await-run.ts'
import type { Context } from '../../context.ts'
import { objectPayload, payload, tags, workflowName } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { checkedQuery, integerParameter } from '../query.ts'

export const startQuery = z.strictObject({
  name: workflowName,
  version: integerParameter(1, 2_147_483_647).optional(),
  wait: integerParameter(0, limits.run.startWaitMs).default(0),
})

const ownerWord = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'At most 64 letters, digits and _ . - are expected.')

export const startBody = z.strictObject({
  input: objectPayload.default({}),
  state: payload.optional(),
  drive: z.enum(['auto', 'manual']).optional(),
  saga: z.boolean().optional(),
  fail_fast: z.boolean().optional(),
  tags: tags.optional(),
  priority: z.int().min(-100).max(100).optional(),
  owner_id: ownerWord.optional(),
  data_region: ownerWord.optional(),
})

const startFields = { workflow: 'name', version: 'version', key: 'Idempotency-Key' }

/** `POST /v1/workflows/run?name=X`: 201 with the run's id, also for a key that was used before. */
export async function startRunRoute(c: HonoContext, context: Context): Promise<Response> {
  const actor = requireActor(context)
  const { name, version, wait } = checkedQuery(c, startQuery)
  const key = idempotencyKeyOf(c)
  const body = checked(startBody, await readJson(c.req.raw, limits.run.requestBytes))
  const request = {
    workflow: name,
    version,
    input: body.input,
    clientState: body.state,
    drive: body.drive,
    saga: body.saga,
    failFast: body.fail_fast,
    tags: body.tags,
    priority: body.priority,
    ownerId: body.owner_id,
    dataRegion: body.data_region,
    idempotencyKey: key,
  }
  const { runId, created } = await requestRun(context.stores, actor, request, startFields)
  // A run that was just accepted has not been started yet.
  const status = created && wait === 0 ? 'pending' : await publicStatus(c, context, runId, wait)
  return c.json({ run_id: runId, status }, 201)
}

async function publicStatus(c: HonoContext, context: Context, runId: string, waitMs: number): Promise<string> {
  const run = await awaitRun(context.stores, context.changes, runId, waitMs, c.req.raw.signal)
  return run.publicStatus
}
