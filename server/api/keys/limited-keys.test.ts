import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import { allPermissions } from '#server/access/permissions.ts'
import type { CreatedKey } from '#server/keys/models.ts'
import { permissionsOfKeys } from '#server/keys/permissions-of-keys.ts'
import { appRouter } from '../router.ts'
import { type KeysApi, member, post, startKeysApi } from '../testing/keys-api.ts'
import { routesOf } from '../testing/routes-of.ts'
import { eventually } from '../testing/test-api.ts'

/** A key that is limited to the workflow Mine, of a member who may do everything, asked for things of the workflow Theirs. */
let keys: KeysApi
let adam: Actor
let limited: CreatedKey
let free: CreatedKey
let mine: { runId: string; taskId: string }
let theirs: { runId: string; taskId: string }
const MARK = 'Marker-5519'
const textOf = (name: string) =>
  `workflow_type: ${name}\ntitle: About ${name}\nsteps: [{ name: Approval, type: HUMAN, title: "${MARK} of ${name}" }]\n`

beforeAll(async () => {
  keys = await startKeysApi()
  adam = await keys.addMember(member('adam', ['admin', 'approver']))
  for (const name of ['Mine', 'Theirs']) expect((await keys.api.publish(textOf(name))).status).toBe(201)
  limited = await keys.key(adam, { permissions: permissionsOfKeys(true), workflows: ['Mine'] })
  free = await keys.key(adam, { permissions: permissionsOfKeys(false) })
  mine = await waiting('Mine')
  theirs = await waiting('Theirs')
})
afterAll(async () => {
  await keys.api.stop()
  expect(keys.api.errors).toEqual([])
})

async function waiting(name: string): Promise<{ runId: string; taskId: string }> {
  const body = post({ input: { note: `${MARK} ${name}` } })
  const started = await keys.ask(`/v1/workflows/run?name=${name}`, free, body)
  const { run_id: runId } = (await started.json()) as { run_id: string }
  const taskId = await eventually(async () => {
    const { rows } = await keys.api.services.stores.pool.query('select id from human_task where run_id = $1', [runId])
    return (rows[0] as { id: string } | undefined)?.id
  })
  return { runId, taskId }
}

const ofRun = (runId: string) => `/v1/workflow-runs/${runId}`
const ofTask = (taskId: string) => `/v1/human-tasks/${taskId}`

/** The questions about one thing, and about all things. */
const questions: Readonly<
  Record<string, (things: { runId: string; taskId: string }, name: string) => readonly string[]>
> = {
  'GET /v1/workflows': () => ['/v1/workflows', '/v1/workflows?search=About'],
  'GET /v1/workflows/:name{.+}': (_, name) => [`/v1/workflows/${name}`, `/v1/workflows/${name}?version=1`],
  'GET /v1/workflows/:name{.+}/schemas': (_, name) => [`/v1/workflows/${name}/schemas`],
  'GET /v1/workflow-runs': ({ runId }, name) => [
    '/v1/workflow-runs',
    `/v1/workflow-runs?workflow=${name}`,
    `/v1/workflow-runs?run_id=${runId}`,
    '/v1/workflow-runs?search=Marker',
    '/v1/workflow-runs?longer_than_ms=0',
    `/v1/workflow-runs?within=${name}`,
  ],
  'GET /v1/workflow-runs/export': (_, name) => [
    '/v1/workflow-runs/export?format=csv',
    `/v1/workflow-runs/export?format=json&filter={"workflow":"${name}"}`,
  ],
  'GET /v1/workflow-runs/:id': ({ runId }) => [ofRun(runId)],
  'GET /v1/workflow-runs/:id/history': ({ runId }) => [`${ofRun(runId)}/history`],
  'GET /v1/workflow-runs/:id/tree': ({ runId }) => [`${ofRun(runId)}/tree`],
  'GET /v1/workflow-runs/:id/values/:sha256': ({ runId }) => [`${ofRun(runId)}/values/${'a'.repeat(64)}`],
  'GET /v1/workflow-runs/:id/files/:file': ({ runId }) => [`${ofRun(runId)}/files/${'a'.repeat(64)}`],
  'GET /v1/workflow-runs/:id/history/stream': ({ runId }) => [`${ofRun(runId)}/history/stream`],
  'GET /v1/workflow-runs/:id/events': ({ runId }) => [`${ofRun(runId)}/events`],
  'GET /v1/workflow-runs/:id/preview': ({ runId }) =>
    ['skip&step=Approval', 'rerun', 'cancel', 'retry'].map((of) => `${ofRun(runId)}/preview?of=${of}`),
  'GET /v1/human-tasks': ({ runId }, name) => [
    ...['mine', 'groups', 'available', 'later', 'done'].map((scope) => `/v1/human-tasks?scope=${scope}`),
    `/v1/human-tasks?scope=available&workflow=${name}`,
    `/v1/human-tasks?scope=available&below_run_id=${runId}`,
  ],
  'GET /v1/human-tasks/:id': ({ taskId }) => [ofTask(taskId)],
}

const acts: Readonly<
  Record<string, (things: { runId: string; taskId: string }, name: string) => readonly [string, unknown][]>
> = {
  'POST /v1/workflows/run': (_, name) => [[`/v1/workflows/run?name=${name}`, { input: {} }]],
  'POST /v1/workflows/signal-with-start': (_, name) => [
    [`/v1/workflows/signal-with-start?name=${name}`, { workflow_id: 'one', signal_name: 'go' }],
  ],
  'POST /v1/workflow-runs/:id/rerun': ({ runId }) => [[`${ofRun(runId)}/rerun`, {}]],
  'POST /v1/workflow-runs/:id/:verb': ({ runId }) =>
    Object.entries({
      pause: {},
      'next-step': {},
      signal: { signal_name: 'paid' },
      query: { name: 'status' },
      update: { name: 'replace' },
      skip: { step: 'Approval' },
      'mark-done': { step: 'Approval', output: {} },
      jump: { from_step: 'Approval', to_step: 'END' },
      resume: { input: {} },
      approve: {},
      retry: {},
      rollback: {},
      acknowledge: {},
      cancel: {},
    }).map(([verb, body]) => [`${ofRun(runId)}/${verb}`, body]),
  'POST /v1/human-tasks/:id/:verb': ({ taskId }) =>
    Object.entries({
      claim: { expected_revision: 1 },
      release: { expected_revision: 1 },
      delegate: { expected_revision: 1, to: 'ben' },
      'follow-up': { expected_revision: 1, until: null },
      comment: { text: 'Hello' },
      decide: { expected_revision: 1, input: {} },
    }).map(([verb, body]) => [`${ofTask(taskId)}/${verb}`, body]),
}

/** Routes that no limited key may use, and those that tell of no workflow: events come later, and have their own tests. */
const others = {
  refused: [
    'POST /v1/workflows',
    'POST /v1/workflows/validate',
    'DELETE /v1/workflow-runs/:id',
    ...['GET ', 'POST '].map((method) => `${method}/v1/organizations/:org/webhooks`),
    ...['GET ', 'PATCH ', 'DELETE '].map((method) => `${method}/v1/organizations/:org/webhooks/:id`),
    ...[
      'POST :id/rotate',
      'POST :id/test',
      'GET :id/deliveries',
      'GET deliveries/:id',
      'POST deliveries/:id/redeliver',
    ].map((route) => route.replace(' ', ' /v1/organizations/:org/webhooks/')),
    'GET /v1/resources',
    'POST /v1/resources',
    'GET /v1/resources/:id',
    'POST /v1/resources/:id/force-release',
    'GET /v1/locks/wait-graph',
    ...[
      'register',
      'unregister',
      'poll',
      'tasks/:id/heartbeat',
      'tasks/:id/history',
      'tasks/:id/release',
      'tasks/:id/respond',
    ].map((rest) => `POST /v1/agent/${rest}`),
    'GET /v1/connections',
    'GET /v1/variables',
    'PUT /v1/variables/:name',
    'DELETE /v1/variables/:name',
    'POST /v1/connections/:name/test',
    'GET /v1/keys',
    'POST /v1/keys',
    'DELETE /v1/keys/:id',
    'GET /v1/audit/export',
  ],
  // A call of a webhook reads no key: its address is the right to call it.
  open: [
    'GET /healthz',
    // An upload belongs to no workflow: a start or a decision names it.
    'POST /v1/files',
    'GET /v1/openapi.json',
    // The address is the right to call it; no key is read.
    'POST /hooks/:id',
    // It fires triggers of the key's workflows alone: server/runs/acting/raise-signal.test.ts.
    'POST /v1/signals',
    'GET /v1/keys/current',
    'DELETE /v1/keys/current',
    'GET /v1/events/stream',
    'GET /v1/events/ws',
  ],
}

async function textFrom(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return Buffer.from(value ?? []).toString()
}

describe('a key that is limited to workflows', () => {
  it('is asked about by every route', () => {
    const known = [...Object.keys(questions), ...Object.keys(acts), ...others.refused, ...others.open]
    expect(known.toSorted()).toEqual(
      routesOf(keys.app)
        .filter((route) => !route.startsWith('ALL '))
        .toSorted(),
    )
  })

  it('sees nothing of other workflows, by any route (access 10; ASVS 8.2.2)', async () => {
    const told: string[] = []
    const silent: string[] = []
    for (const [route, of] of Object.entries(questions)) {
      for (const path of of(theirs, 'Theirs')) {
        const text = await textFrom(await keys.ask(path, limited))
        if (text.includes(`of Theirs`) || (text.includes(theirs.runId) && !path.includes(theirs.runId))) told.push(path)
        if (path.includes(theirs.runId) && text.includes(MARK)) told.push(path)
      }
      const own = await Promise.all(of(mine, 'Mine').map(async (path) => textFrom(await keys.ask(path, limited))))
      if (!own.some((text) => text.includes('Mine') || text.includes('Approval'))) silent.push(route)
    }
    expect(told).toEqual([])
    // The run has no large value and no file.
    expect(silent).toEqual(['GET /v1/workflow-runs/:id/values/:sha256', 'GET /v1/workflow-runs/:id/files/:file'])
    for (const path of ['', '/history', '/tree', '/events', '/history/stream', '/preview?of=rerun'].map(
      (rest) => ofRun(theirs.runId) + rest,
    )) {
      expect([path, (await keys.ask(path, limited)).status]).toEqual([path, 404])
      expect([path, (await keys.ask(path, free)).status]).toEqual([path, 200])
    }
  })

  it('acts on nothing of other workflows, by any route (access 10; ASVS 8.2.2)', async () => {
    const { pool } = keys.api.services.stores
    const rows = async () =>
      JSON.stringify([
        (await pool.query('select id from run order by 1')).rows,
        (await pool.query('select * from human_task where run_id = $1', [theirs.runId])).rows,
        (await pool.query('select run_id, seq from run_log where run_id = $1 order by 2', [theirs.runId])).rows,
        (await pool.query('select operation_id from mailbox where run_id = $1', [theirs.runId])).rows,
        (await pool.query('select operation_id from task_event where run_id = $1', [theirs.runId])).rows,
      ])
    const before = await rows()
    for (const of of Object.values(acts)) {
      for (const [path, body] of of(theirs, 'Theirs')) {
        expect([path, (await keys.ask(path, limited, post(body))).status]).toEqual([path, 404])
      }
    }
    expect(await rows()).toBe(before)
    const missing = async (name: string) => {
      const answer = await keys.ask(`/v1/workflows/run?name=${name}`, limited, post({ input: {} }))
      return (await answer.text()).replaceAll(name, 'X')
    }
    expect(await missing('Theirs')).toBe(await missing('Nowhere'))
  })

  it('acts on its workflows (access 10)', async () => {
    const again = await keys.ask('/v1/workflows/run?name=Mine', limited, post({ input: {} }))
    expect(again.status).toBe(201)
    const decided = await keys.ask(`${ofTask(mine.taskId)}/decide`, limited, post({ expected_revision: 1, input: {} }))
    expect(decided.status).toBe(200)
    const { run_id } = (await again.json()) as { run_id: string }
    expect((await keys.ask(`${ofRun(run_id)}/cancel`, limited, post({}))).status).toBeLessThan(300)
  })

  it('uses no procedure of the pages, and nothing that reaches all of the owner (access 10; ASVS 8.2.1)', async () => {
    const actor: Actor = { ...adam, key: { id: 'k', permissions: allPermissions, workflows: ['Mine'] } }
    const caller = appRouter.createCaller({ ...keys.api.services, actor })
    for (const call of [
      () => caller.runs.list({}),
      () => caller.runs.start({ workflow: 'Mine', input: {} }),
      () => caller.overview.get(),
      () => caller.bulk.list(),
      () => caller.runs.watch({ runId: theirs.runId }),
      () => caller.runs.changes({}),
      () => caller.inbox.get({ taskId: theirs.taskId }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'This API key is limited to workflows. Use the routes under /v1 with it.',
      })
    }
    const { pool } = keys.api.services.stores
    await pool.query('update api_key set permissions = $2 where id = $1', [limited.id, allPermissions])
    const yaml = { method: 'POST', headers: { 'content-type': 'application/yaml' }, body: textOf('Mine') }
    for (const path of ['/v1/workflows', '/v1/workflows/validate']) {
      expect((await keys.ask(path, limited, yaml)).status).toBe(403)
    }
    expect((await keys.ask('/v1/human-tasks?scope=all', limited)).status).toBe(403)
    const assign = post({ expected_revision: 1, to: 'ben' })
    const { taskId } = await waiting('Mine')
    expect((await keys.ask(`${ofTask(taskId)}/assign`, limited, assign)).status).toBe(403)
  })

  it('is not made with a permission that reaches all of the owner (access 10)', async () => {
    const asked = { name: 'x', permissions: ['run.read', 'workflow.publish'], workflows: ['Mine'] }
    const refused = await keys.as(adam, '/v1/keys', post(asked))
    expect(await refused.json()).toMatchObject({
      error: {
        field: 'permissions',
        message: 'No API key limited to workflows can have the permission workflow.publish. Leave it out.',
      },
    })
    const none = await keys.as(adam, '/v1/keys', post({ name: 'x', permissions: [], workflows: [] }))
    expect(none.status).toBe(400)
  })
})
