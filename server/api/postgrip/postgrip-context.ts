import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { limits } from '#core/limits.ts'
import { parseStrictJson } from '#core/strict-json.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Permission } from '#server/access/permissions.ts'
import { signingKeyOf } from '#server/agents/gathered/held-tasks.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { Context } from '../context.ts'
import { checked, readBytes } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { bearerOf, requireSignature, sessionOf, withKey } from './session.ts'

export type ContextOf = (request: Request) => Promise<Context>

/** A request of a client, or of an agent with its session. */
export interface PostgripCall {
  readonly context: Context
  readonly stores: Stores
  readonly actor: Actor
  /** Null for a request that is made with an API key, or without a token in local mode. */
  readonly agentId: string | null
}

/** The actor of a request: of its session, or of its API key. */
export async function callOf(c: HonoContext, contextOf: ContextOf, permission: Permission): Promise<PostgripCall> {
  const session = sessionOf(bearerOf(c.req.raw))
  const context = await contextOf(session === null ? c.req.raw : withKey(c.req.raw, session.key))
  const actor = requireActor(context, permission)
  return { context, stores: context.stores, actor, agentId: session?.agentId ?? null }
}

/** A request of an agent: it has a session that is still registered. Throws `UNAUTHENTICATED`, `AGENT_REMOVED`. */
export async function callByAgent(c: HonoContext, contextOf: ContextOf) {
  const request = await callOf(c, contextOf, 'agent.work')
  const { agentId, stores, actor } = request
  if (agentId === null) {
    throw new ApiError('UNAUTHENTICATED', 'Use the token of a session: npx heddle agent-session.', 'session')
  }
  const signingKey = await signingKeyOf(stores, actor, agentId)
  if (signingKey === undefined) throw new ApiError('AGENT_REMOVED', `No agent ${agentId} is registered.`, 'agent_id')
  return { ...request, agentId, signingKey }
}

/** A request about a task, whose body is signed where the session has a key. */
export async function callOfTask<Body>(c: HonoContext, contextOf: ContextOf, schema: z.ZodType<Body>) {
  const request = await callByAgent(c, contextOf)
  const bytes = await readBytes(c.req.raw, limits.agent.answerBytes)
  if (request.signingKey !== null) requireSignature(c.req.raw, bytes, request.signingKey)
  return { ...request, body: checked(schema, jsonOf(bytes)) }
}

/** The body of a request as JSON; `{}` without one. */
export async function bodyOf<Body>(c: HonoContext, schema: z.ZodType<Body>): Promise<Body> {
  return checked(schema, jsonOf(await readBytes(c.req.raw, limits.run.requestBytes)))
}

function jsonOf(bytes: Buffer) {
  const text = bytes.toString()
  if (text.trim() === '') return {}
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new ApiError('BAD_REQUEST', parsed.message, parsed.field)
  return parsed.value
}
