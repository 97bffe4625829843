import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { derivedId } from '../../derived-id.ts'
import { readRun } from '../../runs/read-run.ts'
import { approval, sendVerb, type Verb } from '../../runs/send-verb.ts'
import type { Context } from '../context.ts'
import { objectPayload, payload, reason, signalName, stepName, uuid } from '../inputs.ts'
import { checked, readJson } from '../request-body.ts'
import { requireActor } from '../require-actor.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { runObject } from './run-object.ts'

const wait = { step: stepName.optional(), task_id: uuid.optional() }
const resumeBody = z.strictObject({ input: payload.optional(), ...wait })
const approveBody = z.strictObject({ input: objectPayload.optional(), ...wait })
const retryBody = z.strictObject({ from_step: stepName.optional() })
const cancelBody = z.strictObject({ reason: reason.optional(), compensate: z.boolean().optional() })
const reasonBody = z.strictObject({ reason: reason.optional() })
const signalBody = z.strictObject({ signal_name: signalName, payload: payload.optional() })
const nextStepBody = z.strictObject({ user_input: objectPayload.optional() })

/** Each verb's body and what it asks of the run. */
const verbs: Readonly<Record<string, (body: Json) => Verb>> = {
  resume: (body) => ({ type: 'resume', ...checked(resumeBody, body) }),
  approve: (body) => approval(checked(approveBody, body)),
  retry: (body) => ({ type: 'retry', ...checked(retryBody, body) }),
  cancel: (body) => ({ type: 'cancel', ...checked(cancelBody, body) }),
  pause: (body) => ({ type: 'pause', ...checked(reasonBody, body) }),
  signal: (body) => {
    const { signal_name, payload: data = null } = checked(signalBody, body)
    return { type: 'signal', signal_name, payload: data }
  },
  rollback: (body) => ({ type: 'rollback', ...checked(reasonBody, body) }),
  'next-step': (body) => ({ type: 'next_step', user_input: checked(nextStepBody, body).user_input ?? {} }),
}

/** `POST /v1/workflow-runs/{id}/{verb}`: 200 with the run, or 202 when it has not answered yet. */
export async function verbRoute(c: HonoContext, context: Context, runId: string, name: string): Promise<Response> {
  const actor = requireActor(context)
  const asVerb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!asVerb) throw new ApiError('NOT_FOUND', `A run has no verb ${name}.`)
  const key = idempotencyKeyOf(c)
  const body = await readJson(c.req.raw, limits.run.requestBytes)
  if (!isJsonObject(body)) throw new ApiError('BAD_REQUEST', 'The body must be a JSON object.', 'body')
  // A key is its caller's own, and of one run: the operation that it names is nobody else's.
  const operationId = key === undefined ? undefined : derivedId(actor.ownerId, actor.id, runId, key)
  const result = await sendVerb(context.stores, actor, { runId, operationId, verb: asVerb(body) }, 'Idempotency-Key')
  if (result.outcome === 'accepted') {
    return c.json({ run_id: runId, status: 'accepted', operation_id: result.operationId }, 202)
  }
  return c.json(runObject(await readRun(context.stores, actor, runId)))
}
