import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { objectPayload, payload } from '#core/run/payload-input.ts'
import { approval, sendVerb } from '#server/runs/acting/send-verb.ts'
import type { Verb } from '#server/runs/acting/verb.ts'
import { readRun } from '#server/runs/read-run.ts'
import { ApiError } from '../../../api-error.ts'
import { derivedId } from '../../../derived-id.ts'
import type { Context } from '../../context.ts'
import { leftEffects, messageArgs, messageName, reason, stepName, uuid } from '../../request/inputs.ts'
import { checked, readJson } from '../../request/request-body.ts'
import { requireActor } from '../../request/require-actor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { takesNoParameters } from '../query.ts'
import { runObject } from '../run-object.ts'
import { codeVerbs } from './code-verbs.ts'

const wait = { step: stepName.optional(), task_id: uuid.optional() }
const why = { reason: reason.optional() }
/** The bodies of the verbs. */
export const verbBodies = {
  reason: z.strictObject(why),
  resume: z.strictObject({ input: payload.optional(), ...wait, ...why }),
  approve: z.strictObject({ input: objectPayload.optional(), ...wait, ...why }),
  retry: z.strictObject({ from_step: stepName.optional(), input: objectPayload.optional(), ...why }),
  cancel: z.strictObject({ compensate: z.boolean().optional(), force: z.boolean().optional(), ...why }),
  signal: z
    .strictObject({ signal_name: messageName, payload: payload.optional(), args: messageArgs.optional(), ...why })
    .refine(({ payload: data, args }) => data === undefined || args === undefined, 'Send either payload or args.'),
  nextStep: z.strictObject({ user_input: objectPayload.optional(), ...why }),
  rollback: z.strictObject({ ...leftEffects, ...why }),
  skip: z.strictObject({ step: stepName.optional(), ...why }),
  markDone: z.strictObject({ step: stepName.optional(), output: payload, ...why }),
  jump: z.strictObject({ from_step: stepName.optional(), to_step: stepName, ...why }),
}

/** Each verb's body schema and the command that it sends to the run. */
const verbs: Readonly<Record<string, (given: Json) => Verb>> = {
  resume: (given) => ({ type: 'resume', ...checked(verbBodies.resume, given) }),
  approve: (given) => {
    const { reason: said, ...answer } = checked(verbBodies.approve, given)
    return { ...approval(answer), reason: said }
  },
  retry: (given) => ({ type: 'retry', ...checked(verbBodies.retry, given) }),
  cancel: (given) => ({ type: 'cancel', ...checked(verbBodies.cancel, given) }),
  terminate: (given) => ({ type: 'cancel', force: true, ...checked(verbBodies.reason, given) }),
  pause: (given) => ({ type: 'pause', ...checked(verbBodies.reason, given) }),
  signal: (given) => {
    const { args, payload: data = args ?? null, ...signal } = checked(verbBodies.signal, given)
    return { type: 'signal', ...signal, payload: data }
  },
  rollback: (given) => ({ type: 'rollback', ...checked(verbBodies.rollback, given) }),
  acknowledge: (given) => ({ type: 'acknowledge', ...checked(verbBodies.reason, given) }),
  skip: (given) => ({ type: 'skip', ...checked(verbBodies.skip, given) }),
  'mark-done': (given) => ({ type: 'mark_done', ...checked(verbBodies.markDone, given) }),
  jump: (given) => ({ type: 'jump', ...checked(verbBodies.jump, given) }),
  'next-step': (given) => {
    const { user_input = {}, reason: said } = checked(verbBodies.nextStep, given)
    return { type: 'next_step', user_input, reason: said }
  },
}

/** `POST /v1/workflow-runs/{id}/{verb}`: 200 with the run, or 202 when it has not answered yet. */
export async function verbRoute(c: HonoContext, context: Context, runId: string, name: string): Promise<Response> {
  // Each verb has a permission of its own, which `sendVerb` checks.
  const actor = requireActor(context, 'me')
  takesNoParameters(c)
  const asVerb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  const ofCode = Object.hasOwn(codeVerbs, name) ? codeVerbs[name] : undefined
  if (!asVerb && !ofCode) throw noVerb(name)
  const key = idempotencyKeyOf(c)
  const given = await readJson(c.req.raw, limits.run.requestBytes)
  if (!isJsonObject(given)) throw new ApiError('BAD_REQUEST', 'The body must be a JSON object.', 'body')
  if (ofCode) return await ofCode(c, context, { actor, runId, key, given })
  if (!asVerb) throw noVerb(name)
  // An idempotency key belongs to one caller and one run, so the operation id is derived from all of them. No other
  // caller can reach the same operation.
  const operationId = key === undefined ? undefined : derivedId(actor.ownerId, actor.id, runId, key)
  const result = await sendVerb(context.stores, actor, { runId, operationId, verb: asVerb(given) }, 'Idempotency-Key')
  if (result.outcome === 'accepted') {
    return c.json({ run_id: runId, status: 'accepted', operation_id: result.operationId }, 202)
  }
  return c.json(runObject(await readRun(context.stores, actor, runId)))
}

function noVerb(name: string): ApiError {
  return new ApiError('NOT_FOUND', `A run has no verb ${name}.`)
}
