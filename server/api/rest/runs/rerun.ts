import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { objectPayload } from '#core/run/payload-input.ts'
import { rerun } from '#server/runs/rerun/rerun.ts'
import type { RerunChoice } from '#server/runs/rerun/rerun-choice.ts'
import { derivedId } from '../../../derived-id.ts'
import type { Context } from '../../context.ts'
import { reason, stepName } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { takesNoParameters } from '../query.ts'

/** The options of a rerun, as a body or as query parameters. */
export const rerunFields = {
  version: z.enum(['own', 'newest']).default('own'),
  results: z.enum(['none', 'kept']).optional(),
  from_step: stepName.optional(),
}

type Choice = z.output<z.ZodObject<typeof rerunFields>>

/** A request with `from_step` keeps the results before that step by default. */
export const choiceOf = ({ version, results, from_step: fromStep }: Choice): RerunChoice => ({
  version,
  results: results ?? (fromStep === undefined ? 'none' : 'kept'),
  ...(fromStep !== undefined && { fromStep }),
})

export const rerunBody = z.strictObject({ ...rerunFields, input: objectPayload.optional(), reason: reason.optional() })

/** `POST /v1/workflow-runs/{id}/rerun`: 201 with the new run's id. */
export async function rerunRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.start')
  takesNoParameters(c)
  const key = idempotencyKeyOf(c)
  const body = checked(rerunBody, await readJson(c.req.raw, limits.run.requestBytes))
  const operationId = key === undefined ? undefined : derivedId(actor.ownerId, actor.id, runId, 'rerun', key)
  const request = { ...choiceOf(body), input: body.input, reason: body.reason, runId, operationId }
  const made = await rerun(context.stores, actor, request, 'Idempotency-Key')
  return c.json({ run_id: made.newRunId, rerun_of: runId }, 201)
}
