import { Hono, type Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { limits } from '#core/limits.ts'
import { removeAgent } from '#server/agents/agent-rows.ts'
import {
  type AgentAnswer,
  giveBackTask,
  type HeldTask,
  heartbeatTask,
  historyOfTask,
  respondTask,
} from '#server/agents/answer-task.ts'
import { pollTasks } from '#server/agents/poll-tasks.ts'
import { registerAgent } from '#server/agents/register-agent.ts'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../context.ts'
import { agentBody, heartbeatBody, heldBody, pollBody, registerBody, respondBody } from '../request/agent-inputs.ts'
import { uuid } from '../request/inputs.ts'
import { checked, readJson } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { takesNoParameters } from './query.ts'

/**
 * `/v1/agent`: how a program in any language takes tasks of queues and answers them: functions of ASYNC steps and of
 * discovery, activities, bodies of code, and queries to them. A task is leased under a token, which every request about
 * it names.
 */
export function agentRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()
  const begin = async <Body>(c: HonoContext, schema: z.ZodType<Body>, bytes: number = limits.live.callBytes) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'agent.work')
    takesNoParameters(c)
    return { context, actor, stores: context.stores, body: checked(schema, await readJson(c.req.raw, bytes)) }
  }

  routes.post('/register', async (c) => {
    const { stores, actor, body } = await begin(c, registerBody, limits.agent.answerBytes)
    const { agent_id: id, queues, workflows, activities = null, version = null, signing_key: signingKey } = body
    const code = await registerAgent(stores, actor, {
      id,
      queues,
      activities,
      version,
      signingKey,
      workflows: workflows.map(({ input_schema, ...each }) => ({ ...each, inputSchema: input_schema })),
    })
    const versions = Object.fromEntries(Object.entries(code).map(([type, { version }]) => [type, version]))
    return c.json({ agent_id: id, lease_seconds: limits.agent.leaseSeconds, versions })
  })

  routes.post('/unregister', async (c) => {
    const { stores, actor, body } = await begin(c, agentBody)
    return c.json({ agent_id: body.agent_id, removed: await removeAgent(stores, actor, body.agent_id) })
  })

  routes.post('/poll', async (c) => {
    const { stores, actor, body, context } = await begin(c, pollBody)
    const { agent_id: agentId, queues, kinds, max, wait_seconds, cached } = body
    const poll = { agentId, queues, kinds, max, waitMs: wait_seconds * 1_000, kept: cached }
    const tasks = await pollTasks(stores, actor, poll, { hints: context.workHints, signal: c.req.raw.signal })
    return c.json({ tasks })
  })

  routes.post('/tasks/:id/heartbeat', async (c) => {
    const { stores, actor, body } = await begin(c, heartbeatBody)
    const { leaseUntil, cancelRequested } = await heartbeatTask(stores, actor, { ...heldBy(c, body), ...body.details })
    return c.json({ lease_until: leaseUntil, cancel_requested: cancelRequested })
  })

  routes.post('/tasks/:id/history', async (c) => {
    const { stores, actor, body } = await begin(c, heldBody)
    const { input, upToSeq, history } = await historyOfTask(stores, actor, heldBy(c, body))
    return c.json({ input, up_to_seq: upToSeq, history })
  })

  routes.post('/tasks/:id/release', async (c) => {
    const { stores, actor, body } = await begin(c, heldBody)
    await giveBackTask(stores, actor, heldBy(c, body))
    return c.json({ released: true })
  })

  routes.post('/tasks/:id/respond', async (c) => {
    const { stores, actor, body } = await begin(c, respondBody, limits.agent.answerBytes)
    await respondTask(stores, actor, heldBy(c, body), answerOf(body))
    return c.json({ accepted: true })
  })

  return routes
}

function heldBy(c: HonoContext, { token }: { readonly token: string }): HeldTask {
  const id = uuid.safeParse(c.req.param('id'))
  if (!id.success) throw new ApiError('NOT_FOUND', 'There is no such task.', 'id')
  return { id: id.data, token }
}

function answerOf({ token: _, outcome, up_to_seq, commands = [], notes = [], ...rest }: z.infer<typeof respondBody>) {
  if (outcome === undefined) {
    if (rest.result !== undefined && rest.failure !== undefined) {
      throw new ApiError('BAD_REQUEST', 'Answer with a result or with a failure, not with both.', 'failure')
    }
    const { result, failure, directive } = rest
    return { call: { result, failure, directive } } satisfies AgentAnswer
  }
  if (up_to_seq === undefined) {
    throw new ApiError('BAD_REQUEST', 'Say up to which event the body has seen the history.', 'up_to_seq')
  }
  return { body: { outcome, upToSeq: up_to_seq, commands, notes, ...rest } } satisfies AgentAnswer
}
