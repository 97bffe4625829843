import { randomUUID } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Json } from '#core/json.ts'
import { payload } from '#core/run/payload-input.ts'
import type { Actor } from '#server/access/actor.ts'
import { queryRun, updateRun } from '#server/runs/acting/code-verb.ts'
import { derivedId } from '../../../derived-id.ts'
import type { Context } from '../../context.ts'
import { messageArgs, messageName, queryTimeout, updateId } from '../../request/inputs.ts'
import { checked } from '../../request/request-body.ts'

/** The bodies of the verbs that only runs of code have. */
export const codeVerbBodies = {
  query: z.strictObject({ name: messageName, args: messageArgs.optional(), timeout_ms: queryTimeout.optional() }),
  update: z.strictObject({
    name: messageName,
    args: messageArgs.optional(),
    update_id: updateId.optional(),
    wait: z.enum(['accepted', 'completed']).optional(),
  }),
}

export const queryResult = z.strictObject({ result: payload })
export const updateResult = z.strictObject({
  update_id: z.string(),
  status: z.enum(['requested', 'accepted', 'completed']),
  result: payload.optional(),
})

interface CodeVerbRequest {
  readonly actor: Actor
  readonly runId: string
  readonly key: string | undefined
  readonly given: Json
}

type CodeVerb = (c: HonoContext, context: Context, asked: CodeVerbRequest) => Promise<Response>

/** Verbs that answer with the answer of the body, and not with the run. */
export const codeVerbs: Readonly<Record<string, CodeVerb>> = {
  async query(c, { stores }, { actor, runId, given }) {
    const { name, args = [], timeout_ms: timeoutMs } = checked(codeVerbBodies.query, given)
    return c.json({ result: await queryRun(stores, actor, { runId, name, args, timeoutMs }) })
  },
  async update(c, { stores }, { actor, runId, key, given }) {
    const { name, args = [], wait = 'completed', update_id } = checked(codeVerbBodies.update, given)
    // As with verbs, the key belongs to one caller and one run.
    const updateId = update_id ?? (key === undefined ? randomUUID() : derivedId(actor.ownerId, actor.id, runId, key))
    const answer = await updateRun(stores, actor, { runId, updateId, name, args, wait })
    const { status } = answer
    const body = { update_id: updateId, status, ...(answer.status === 'completed' && { result: answer.result }) }
    return c.json(body, answer.status === 'completed' || wait === answer.status ? 200 : 202)
  },
}
