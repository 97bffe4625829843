import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { derivedId } from '../../derived-id.ts'
import { type PreviewAgain, previewRerunOf, previewRetryOf } from '../../runs/again/preview-again.ts'
import { rerun } from '../../runs/again/rerun.ts'
import type { Context } from '../context.ts'
import { objectPayload, reason, stepName } from '../procedures/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { queryOf } from './query.ts'

const choice = {
  version: z.enum(['own', 'newest']).default('own'),
  results: z.enum(['none', 'kept']).default('none'),
  from_step: stepName.optional(),
}
const rerunBody = z.strictObject({ ...choice, input: objectPayload.optional(), reason: reason.optional() })
const previewQuery = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('retry'), from_step: stepName.optional() }),
  z.strictObject({ of: z.literal('rerun'), ...choice }),
])

/** `POST /v1/workflow-runs/{id}/rerun`: 201 with the new run's id. */
export async function rerunRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context)
  const key = idempotencyKeyOf(c)
  const { from_step: fromStep, ...request } = checked(rerunBody, await readJson(c.req.raw, limits.run.requestBytes))
  const operationId = key === undefined ? undefined : derivedId(actor.ownerId, actor.id, runId, 'rerun', key)
  const made = await rerun(context.stores, actor, { ...request, fromStep, runId, operationId })
  return c.json({ run_id: made.newRunId, rerun_of: runId }, 201)
}

/** `GET /v1/workflow-runs/{id}/preview?of=retry|rerun`: what would run again, and what would be reused. */
export async function previewRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context)
  const query = checked(previewQuery, queryOf(c))
  const fromStep = query.from_step
  return c.json(
    previewObject(
      query.of === 'retry'
        ? await previewRetryOf(context.stores, actor, { runId, fromStep })
        : await previewRerunOf(context.stores, actor, {
            runId,
            fromStep,
            version: query.version,
            results: query.results,
          }),
    ),
  )
}

function previewObject({ preview, version, difference }: PreviewAgain) {
  if (!preview.ok) return { allowed: false, because: preview.message, version, difference }
  const steps = preview.steps.map(({ sameKey, itemsKept, changed, undoneBy, ...step }) => ({
    ...step,
    same_key: sameKey ?? false,
    items_kept: itemsKept ?? 0,
    changed: changed ?? false,
    undone_by: undoneBy ?? null,
  }))
  return { allowed: true, steps, version, difference }
}
