import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { storePayloads } from '../../engine/store/payloads.ts'
import { createApp } from '../app.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

/**
 * Every route of REST × every identity. The routes come from the application
 * itself: one that is new and not told of here fails.
 */
const foreign: Actor = { ...localPerson, id: 'eve', name: 'Eve', ownerId: 'eve', groups: [] }
const text = 'workflow_type: Mine\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: hidden-title\n'
const verbs: Readonly<Record<string, object>> = {
  resume: { input: {} },
  approve: {},
  retry: {},
  cancel: {},
  pause: {},
  signal: { signal_name: 'paid' },
  query: { name: 'status' },
  update: { name: 'replace' },
  terminate: {},
  rollback: {},
  acknowledge: {},
  skip: {},
  'mark-done': { output: {} },
  jump: { to_step: 'Ask' },
  'next-step': {},
}

const taskVerbs: Readonly<Record<string, object>> = {
  decide: { expected_revision: 1, input: {} },
  claim: { expected_revision: 1 },
  release: { expected_revision: 1 },
  assign: { expected_revision: 1, to: 'ana' },
  delegate: { expected_revision: 1, to: 'ana' },
  'follow-up': { expected_revision: 1, until: null },
  comment: { text: 'hidden-comment' },
}

const sha256 = 'a'.repeat(64)
const hooks = '/v1/organizations/local/webhooks'
/** The id of nothing. */
const sample = '0197f000-0000-4000-8000-000000000009'

let api: TestApi
let runId: string
let taskId: string
beforeAll(async () => {
  api = await startTestApi()
  expect((await api.publish(text)).status).toBe(201)
  const started = await api.post('/v1/workflows/run?name=Mine&wait=20000', { input: { secret: 'hidden-word' } })
  runId = ((await started.json()) as { run_id: string }).run_id
  const tasks = (await (await api.fetch('/v1/human-tasks')).json()) as { items: [{ task_id: string }] }
  taskId = tasks.items[0].task_id
  const run = { runId, ownerId: 'local', payloads: [{ sha256, bytes: 14, text: '"hidden-value"' }] }
  await storePayloads(api.services.stores.pool, [run])
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

type Call = () => readonly [address: string, init?: RequestInit]
const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const yaml: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/yaml' },
  body: text.replaceAll('hidden', 'other'),
}

const calls: Readonly<Record<string, readonly Call[]>> = {
  'POST /v1/workflows/run': [() => ['/v1/workflows/run?name=Mine', json({})]],
  'POST /v1/workflows/signal-with-start': [
    () => ['/v1/workflows/signal-with-start?name=Mine', json({ workflow_id: 'one', signal_name: 'go' })],
  ],
  'POST /v1/signals': [() => ['/v1/signals', json({ signal_name: 'go' })]],
  'POST /v1/files': [
    () => [
      '/v1/files?name=notes.txt',
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'hidden-file' },
    ],
  ],
  'POST /v1/workflows': [() => ['/v1/workflows', yaml]],
  'POST /v1/workflows/validate': [() => ['/v1/workflows/validate', yaml]],
  'GET /v1/workflows': [() => ['/v1/workflows']],
  'GET /v1/workflows/:name{.+}': [() => ['/v1/workflows/Mine']],
  'GET /v1/workflows/:name{.+}/schemas': [() => ['/v1/workflows/Mine/schemas']],
  'GET /v1/openapi.json': [() => ['/v1/openapi.json']],
  'GET /v1/workflow-runs': [() => ['/v1/workflow-runs'], () => ['/v1/workflow-runs?blocked_on_human=true']],
  'GET /v1/workflow-runs/export': [
    () => ['/v1/workflow-runs/export?format=csv'],
    () => ['/v1/workflow-runs/export?format=json'],
  ],
  'GET /v1/workflow-runs/:id': [() => [`/v1/workflow-runs/${runId}`]],
  'GET /v1/workflow-runs/:id/history': [() => [`/v1/workflow-runs/${runId}/history`]],
  'GET /v1/workflow-runs/:id/values/:sha256': [() => [`/v1/workflow-runs/${runId}/values/${sha256}`]],
  'GET /v1/workflow-runs/:id/files/:file': [() => [`/v1/workflow-runs/${runId}/files/${sha256}`]],
  'GET /v1/workflow-runs/:id/tree': [() => [`/v1/workflow-runs/${runId}/tree`]],
  'GET /v1/workflow-runs/:id/history/stream': [() => [`/v1/workflow-runs/${runId}/history/stream`]],
  'GET /v1/workflow-runs/:id/events': [() => [`/v1/workflow-runs/${runId}/events`]],
  'GET /v1/events/stream': [() => [`/v1/events/stream?run_id=${runId}`]],
  'GET /v1/events/ws': [() => ['/v1/events/ws']],
  'GET /v1/organizations/:org/webhooks': [() => [hooks]],
  'POST /v1/organizations/:org/webhooks': [() => [hooks, json({ url: 'https://example.com/' })]],
  'GET /v1/organizations/:org/webhooks/:id': [() => [`${hooks}/${sample}`]],
  'PATCH /v1/organizations/:org/webhooks/:id': [
    () => [`${hooks}/${sample}`, { ...json({ active: false }), method: 'PATCH' }],
  ],
  'DELETE /v1/organizations/:org/webhooks/:id': [() => [`${hooks}/${sample}`, { method: 'DELETE' }]],
  'POST /v1/organizations/:org/webhooks/:id/rotate': [() => [`${hooks}/${sample}/rotate`, json({})]],
  'POST /v1/organizations/:org/webhooks/:id/test': [() => [`${hooks}/${sample}/test`, json({})]],
  'GET /v1/organizations/:org/webhooks/:id/deliveries': [() => [`${hooks}/${sample}/deliveries`]],
  'GET /v1/organizations/:org/webhooks/deliveries/:id': [() => [`${hooks}/deliveries/${sample}`]],
  'POST /v1/organizations/:org/webhooks/deliveries/:id/redeliver': [
    () => [`${hooks}/deliveries/${sample}/redeliver`, json({})],
  ],
  'GET /v1/resources': [() => ['/v1/resources']],
  'POST /v1/resources': [() => ['/v1/resources', json({ id: 'device:7' })]],
  'GET /v1/resources/:id': [() => ['/v1/resources/device:7']],
  'POST /v1/resources/:id/force-release': [
    () => ['/v1/resources/device:7/force-release', json({ run_id: sample, reason: 'Stuck' })],
  ],
  'GET /v1/connections': [() => ['/v1/connections']],
  'GET /v1/variables': [() => ['/v1/variables']],
  'PUT /v1/variables/:name': [() => ['/v1/variables/BASE_URL', { ...json({ value: 'x' }), method: 'PUT' }]],
  'DELETE /v1/variables/:name': [() => ['/v1/variables/BASE_URL', { method: 'DELETE' }]],
  'POST /v1/connections/:name/test': [() => ['/v1/connections/crm/test', json({})]],
  'GET /v1/locks/wait-graph': [() => ['/v1/locks/wait-graph']],
  'POST /v1/agent/register': [() => ['/v1/agent/register', json({ agent_id: 'one', queues: ['far'] })]],
  'POST /v1/agent/unregister': [() => ['/v1/agent/unregister', json({ agent_id: 'one' })]],
  'POST /v1/agent/poll': [() => ['/v1/agent/poll', json({ agent_id: 'two' })]],
  ...Object.fromEntries(
    ['heartbeat', 'history', 'release', 'respond'].map((verb) => [
      `POST /v1/agent/tasks/:id/${verb}`,
      [() => [`/v1/agent/tasks/${sample}/${verb}`, json({ token: sample })]] satisfies readonly Call[],
    ]),
  ),
  'GET /v1/keys': [() => ['/v1/keys'], () => ['/v1/keys?of=all']],
  'POST /v1/keys': [() => ['/v1/keys', json({ name: 'New', permissions: [] })]],
  'GET /v1/keys/current': [() => ['/v1/keys/current']],
  'DELETE /v1/keys/current': [() => ['/v1/keys/current', { method: 'DELETE' }]],
  'DELETE /v1/keys/:id': [() => ['/v1/keys/12345678', { method: 'DELETE' }]],
  'GET /v1/audit/export': [() => ['/v1/audit/export']],
  'GET /v1/human-tasks': [() => ['/v1/human-tasks'], () => ['/v1/human-tasks?scope=all']],
  'GET /v1/human-tasks/:id': [() => [`/v1/human-tasks/${taskId}`]],
  'POST /v1/human-tasks/:id/:verb': Object.entries(taskVerbs).map(
    ([verb, body]): Call =>
      () => [`/v1/human-tasks/${taskId}/${verb}`, json(body)],
  ),
  'DELETE /v1/workflow-runs/:id': [() => [`/v1/workflow-runs/${runId}`, { method: 'DELETE' }]],
  'GET /v1/workflow-runs/:id/preview': [
    () => [`/v1/workflow-runs/${runId}/preview?of=retry`],
    () => [`/v1/workflow-runs/${runId}/preview?of=rerun`],
    () => [`/v1/workflow-runs/${runId}/preview?of=skip`],
    () => [`/v1/workflow-runs/${runId}/preview?of=cancel&force=true`],
    () => [`/v1/workflow-runs/${runId}/preview?of=mark-done&output={}`],
    () => [`/v1/workflow-runs/${runId}/preview?of=jump&to_step=END`],
  ],
  'POST /v1/workflow-runs/:id/rerun': [() => [`/v1/workflow-runs/${runId}/rerun`, json({})]],
  'POST /v1/workflow-runs/:id/:verb': Object.entries(verbs).map(
    ([verb, body]): Call =>
      () => [`/v1/workflow-runs/${runId}/${verb}`, json(body)],
  ),
}
const named = Object.entries(calls).flatMap(([route, each]) => each.map((call, place) => ({ route, place, call })))

async function mine(): Promise<string> {
  const { pool } = api.services.stores
  const { rows } = await pool.query<{ mine: string }>(
    `select coalesce((select json_agg(p) from (select run_id, seq from run_progress order by run_id) p)::text, '')
            || (select count(*) from task_event) || (select sum(revision) from human_task)
            || (select count(*) from mailbox) || (select count(*) from definition where owner_id = 'local') as mine`,
  )
  return rows[0]?.mine ?? ''
}

describe('REST', () => {
  it('has a call here for each of its routes', () => {
    const app = createApp({ ...api.services, actorOf: () => null, onError: () => undefined })
    const routes = app.routes
      .filter(({ path }) => path.startsWith('/v1/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(routes)].toSorted()).toEqual(Object.keys(calls).toSorted())
  })

  it.each(named)('refuses $route ($place) to nobody', async ({ call }) => {
    const before = await mine()
    const [address, init] = call()
    const response = await api.fetch(address, init, null)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    expect(await mine()).toBe(before)
  })

  it.each(named)(
    'gives somebody else nothing of mine by $route ($place), and changes nothing',
    async ({ route, call }) => {
      const before = await mine()
      const [address, init] = call()
      const response = await api.fetch(address, init, foreign)
      const said = await response.text()
      if (response.status !== 404) for (const secret of [runId, taskId, 'hidden']) expect(said).not.toContain(secret)
      // A permission that the caller lacks is refused before anything is looked for.
      const refused = route === 'DELETE /v1/workflow-runs/:id' ? 403 : 404
      if (address.includes(runId) || address.includes(taskId)) expect(response.status).toBe(refused)
      expect(await mine()).toBe(before)
    },
  )

  it.each(named)('answers $route ($place) by its own method only', async ({ route, call }) => {
    const [address, init] = call()
    for (const method of [
      'PUT',
      'DELETE',
      'PATCH',
      ...(init && (address.includes(runId) || address.includes(taskId)) ? ['GET'] : []),
    ]) {
      if (Object.hasOwn(calls, route.replace(/^\w+/, method))) continue
      const response = await api.fetch(address, { method })
      expect({ method, status: response.status }).toEqual({ method, status: 404 })
    }
  })
})
