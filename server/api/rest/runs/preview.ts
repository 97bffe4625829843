import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { payload } from '#core/run/payload-input.ts'
import type { Override } from '#core/run/preview/preview-override.ts'
import type { Actor } from '#server/access/actor.ts'
import { previewCancelOf } from '#server/runs/acting/preview-cancel-of.ts'
import { previewOverrideOf } from '#server/runs/acting/preview-override-of.ts'
import { previewRerunOf, previewRetryOf } from '#server/runs/rerun/preview-rerun.ts'
import type { Stores } from '../../../stores.ts'
import type { Context } from '../../context.ts'
import { stepName } from '../../request/inputs.ts'
import { requireActor } from '../../request/require-actor.ts'
import { checkedQuery, flagParameter, jsonParameter } from '../query.ts'
import { cancelObject, overrideObject, rerunPreviewObject } from '../run-object.ts'
import { choiceOf, rerunFields } from './rerun.ts'

const step = stepName.optional()
const flag = flagParameter.optional()
export const previewQuery = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('retry'), from_step: step }),
  z.strictObject({ of: z.literal('rerun'), ...rerunFields }),
  z.strictObject({ of: z.literal('skip'), step }),
  z.strictObject({ of: z.literal('mark-done'), step, output: jsonParameter.pipe(payload) }),
  z.strictObject({ of: z.literal('cancel'), compensate: flag, force: flag }),
  z.strictObject({ of: z.literal('jump'), from_step: step, to_step: stepName }),
])
type PreviewQuery = z.output<typeof previewQuery>

/** `GET /v1/workflow-runs/{id}/preview?of=`: the effect of a verb on each step of the run, and outside the run. */
export async function previewRoute(c: HonoContext, context: Context, runId: string): Promise<Response> {
  const actor = requireActor(context, 'run.view')
  return c.json(await previewOf(context.stores, actor, runId, checkedQuery(c, previewQuery)))
}

async function previewOf(stores: Stores, actor: Actor, runId: string, asked: PreviewQuery) {
  const by = { id: actor.id }
  const override = async (command: Override) => overrideObject(await previewOverrideOf(stores, actor, runId, command))
  switch (asked.of) {
    case 'retry':
      return rerunPreviewObject(await previewRetryOf(stores, actor, { runId, fromStep: asked.from_step }))
    case 'rerun':
      return rerunPreviewObject(await previewRerunOf(stores, actor, { runId, ...choiceOf(asked) }))
    case 'cancel': {
      const how = { ...(asked.compensate && { compensate: true }), ...(asked.force && { force: true }) }
      return cancelObject(await previewCancelOf(stores, actor, runId, { type: 'cancel', actor: by, ...how }))
    }
    case 'skip':
      return override({ type: 'skip', actor: by, ...named('step', asked.step) })
    case 'mark-done':
      return override({ type: 'mark_done', actor: by, output: asked.output, ...named('step', asked.step) })
    case 'jump':
      return override({ type: 'jump', actor: by, to_step: asked.to_step, ...named('from_step', asked.from_step) })
  }
}

function named<Key extends string>(key: Key, name: string | undefined) {
  return (name === undefined ? {} : { [key]: name }) as { readonly [Each in Key]?: string }
}
