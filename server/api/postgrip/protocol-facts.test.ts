import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { startTriggers } from '#server/triggers/firing/start-triggers.ts'
import { createApp } from '../app.ts'
import { operationRoutes } from '../operations.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { sessionToken } from './session.ts'
import { PostgripClient } from './testing/postgrip-client.ts'
import { type Fact, protocolFacts, refusals, type Shape } from './testing/protocol-facts.ts'

let api: TestApi
let app: Hono
let triggers: ReturnType<typeof startTriggers>
const agent = new PostgripClient(() => app, 'one')
const names: Record<string, string> = { workflow: 'facts' }

beforeAll(async () => {
  api = await startTestApi()
  const { services, storesOf, errors } = api
  const onError = (error: unknown) => void errors.push(error)
  triggers = startTriggers({ pool: services.stores.pool, log: onError })
  app = createApp({ ...services, storesOf, postgrip: true, actorOf: () => localActor, onError })
  app.route('/', operationRoutes({ readiness: async () => [], metrics: async () => '', postgrip: true }))
  expect((await api.post('/v1/agent/register', { agent_id: 'one', queues: ['pg'] })).status).toBe(200)
})
afterAll(async () => {
  await triggers.stop()
  await api.stop()
  expect(api.errors).toEqual([])
})

const start = { type: 'workflow:Facts', queue: 'pg', payload: { workflowId: 'facts', args: [] } }
const plan = { spec: { cron: '0 6 * * *' }, action: { workflowType: 'Facts', queue: 'pg' } }
/** The bodies of the operations; `{}` where none is named. */
const bodies: Readonly<Record<string, object>> = {
  createNamespace: { name: 'default' },
  refreshAgentSession: { refreshToken: sessionToken({ agentId: 'one', key: null }) },
  enqueueTask: start,
  appendAgentTaskEvent: { event: { kind: 'progress', message: 'half' } },
  signalWorkflow: { name: 'go', args: [1] },
  signalWithStartWorkflow: { workflowType: 'Facts', queue: 'pg', args: [], signal: { name: 'go', args: [2] } },
  completeAgentTask: { result: { value: 1 } },
  failAgentTask: { error: 'broken' },
  createSchedule: { id: 'nightly', ...plan },
  updateSchedule: { spec: { interval_seconds: 3_600 } },
  'a late answer, whose text the SDK looks for': { result: { value: 2 } },
  'a type that is none': { type: 'nothing' },
  'a program to start': { type: 'workflow.runtime', payload: { command: 'true' } },
}
/** What has to have happened before an operation. */
const before: Readonly<Record<string, () => Promise<unknown>>> = {
  // The cancel delivers the body once more.
  completeAgentTask: () => agent.poll('workflow:'),
  failAgentTask: async () => {
    names.other = (await agent.start('Facts', [])).id
    await agent.poll('workflow:')
  },
  terminateWorkflow: async () => {
    names.third = (await agent.start('Facts', [])).id
  },
}

async function ask({ method, path }: Fact, body: object) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
  const agentId = path.includes('agent_id=gone') ? 'gone' : 'one'
  const answer = await app.request(url, {
    method,
    headers: { authorization: `Bearer ${sessionToken({ agentId, key: null })}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  return [answer.status, (await answer.json()) as unknown] as const
}

function expectShape(value: unknown, shape: Shape, at: string): void {
  expect(value, at).toEqual(expect.any(Object))
  for (const [field, kind] of Object.entries(shape)) {
    const part = (value as Record<string, unknown>)[field]
    const where = `${at}.${field}`
    if (Array.isArray(kind)) expect(kind, where).toContain(part)
    else if (typeof kind === 'object') expectShape(part, kind as Shape, where)
    else if (kind === 'instant') expect(Number.isNaN(Date.parse(String(part))), `${where}: ${part}`).toBe(false)
    else if (kind === 'object') expect(part, where).toEqual(expect.any(Object))
    else expect(typeof part, where).toBe(kind === 'text' ? 'string' : 'number')
  }
}

async function check(name: string, fact: Fact): Promise<void> {
  await before[name]?.()
  const [status, answer] = await ask(fact, bodies[name] ?? {})
  expect([status, status === fact.status ? null : answer]).toEqual([fact.status, null])
  if (name === 'enqueueTask') names.run = String((answer as { id: string }).id)
  for (const one of fact.isList ? (answer as unknown[]) : [answer]) expectShape(one, fact.answer, name)
  if (fact.isList) expect(answer, 'a list with something in it').not.toEqual([])
}

describe('code 12: facts of PostGrip’s protocol', () => {
  it.each(Object.entries<Fact>(protocolFacts))('%s', check)
  it.each(Object.entries<Fact>(refusals))('refuses %s', check)

  it('names a late answer so that the SDK drops the task', async () => {
    const late = refusals['a late answer, whose text the SDK looks for']
    expect((await ask(late, { result: {} }))[1]).toMatchObject({ error: expect.stringMatching(/terminal|not leased/) })
  })
})
