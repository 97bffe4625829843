import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { payload } from '#core/run/payload-input.ts'
import { raiseSignal } from '#server/runs/acting/raise-signal.ts'
import type { Context } from '../context.ts'
import { messageName } from '../request/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { takesNoParameters } from './query.ts'

export const raisedSignalBody = z.strictObject({ signal_name: messageName, payload: payload.optional() })

/** `POST /v1/signals`: fires the triggers that wait for the signal; 200 with what it has done at each. */
export async function raiseSignalRoute(c: HonoContext, context: Context): Promise<Response> {
  const actor = requireActor(context, 'run.start')
  takesNoParameters(c)
  const idempotencyKey = idempotencyKeyOf(c)
  const { signal_name: name, payload: data = {} } = checked(
    raisedSignalBody,
    await readJson(c.req.raw, limits.run.requestBytes),
  )
  const fired = await raiseSignal(context.stores, actor, { name, data, idempotencyKey }, 'Idempotency-Key')
  return c.json({ triggers: fired.map(({ runId, ...one }) => ({ ...one, run_id: runId })) }, 200)
}
