import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from './router.ts'
import { routesOf, wholeApp } from './testing/routes-of.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'

/**
 * A whole number that a double cannot hold would be stored as one of its neighbours: every door refuses it and names its
 * place. The doors come from the router and from the app, so that a new one is tried by itself.
 */
const LOST = '9007199254740993'
const KEPT = 9007199254740991

let api: TestApi
let runId = ''
let taskId = ''
beforeAll(async () => {
  api = await startTestApi()
  await api.publish('workflow_type: Exact\nsteps: [{ name: H, type: HUMAN, title: t }]\n')
  const started = await api.post('/v1/workflows/run?name=Exact', { input: { order: KEPT } })
  runId = ((await started.json()) as { run_id: string }).run_id
  taskId = await eventually(async () => {
    const { rows } = await api.services.stores.pool.query<{ id: string }>('select id from human_task')
    return rows[0]?.id
  })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** Everything that a request might have changed. */
async function written(): Promise<unknown> {
  const { rows } = await api.services.stores.pool.query(
    `select (select count(*) from run) as runs, (select count(*) from mailbox) as commands,
            (select max(revision) from human_task) as revision, (select count(*) from saved_view) as views,
            (select count(*) from pinned_output) as pins, (select count(*) from bulk_operation) as bulks`,
  )
  return rows
}

interface Refused {
  readonly code?: unknown
  readonly message: string
  readonly field?: string
  readonly data?: { readonly apiCode: string; readonly field: string }
}

async function check(request: Promise<Response>, field: string): Promise<void> {
  const before = await written()
  const response = await request
  const text = await response.text()
  const [, event] = /\nevent: serialized-error\ndata: (.*)\n/.exec(text) ?? []
  const error = JSON.parse(event ?? text) as { readonly error: Refused } & Refused
  const { message, data, ...rest } = event === undefined ? (Array.isArray(error) ? error[0] : error).error : error
  expect({ field: data?.field ?? rest.field, code: data?.apiCode ?? rest.code }).toEqual({ field, code: 'BAD_REQUEST' })
  expect(message).toContain(`The number ${LOST} has too many digits and would become 9007199254740992`)
  expect(await written()).toEqual(before)
}

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { readonly _def: { readonly type: string } }>,
)
const ofType = (type: string) => procedures.filter(([, { _def }]) => _def.type === type).map(([path]) => path)

describe('a whole number beyond 2^53 (ASVS 1.4.2)', () => {
  it.each([
    ['input', `/v1/workflows/run?name=Exact`, `{"input":{"order":${LOST}}}`, 'input.order'],
    ['state of a start', `/v1/workflows/run?name=Exact`, `{"state":[1,${LOST}]}`, 'state.1'],
    ['a signal', () => `/v1/workflow-runs/${runId}/signal`, `{"signal_name":"s","payload":-${LOST}}`, 'payload'],
    ['an approval', () => `/v1/workflow-runs/${runId}/approve`, `{"input":{"order":${LOST}}}`, 'input.order'],
    ['a resume', () => `/v1/workflow-runs/${runId}/resume`, `{"input":{"order":${LOST}}}`, 'input.order'],
    ['a re-run', () => `/v1/workflow-runs/${runId}/rerun`, `{"input":{"order":${LOST}}}`, 'input.order'],
    ['a result', () => `/v1/workflow-runs/${runId}/mark-done`, `{"output":{"order":${LOST}}}`, 'output.order'],
    ['a decision', () => `/v1/human-tasks/${taskId}/decide`, `{"input":{"order":${LOST}}}`, 'input.order'],
  ])('is refused in %s, with its place', async (_, path, body, field) => {
    const request = api.post(typeof path === 'string' ? path : path(), body)
    if (!body.includes('-')) return check(request, field)
    const { error } = (await (await request).json()) as { error: Refused }
    expect(error).toMatchObject({ field, message: expect.stringContaining(`The number -${LOST}`) })
  })

  it('is refused in an address, with its place', async () => {
    const values = encodeURIComponent(`[{"path":"order","is":"=","value":${LOST}}]`)
    await check(api.fetch(`/v1/workflow-runs?values=${values}`), 'values.0.value')
    const filter = encodeURIComponent(`{"longerThanMs":${LOST}}`)
    await check(api.fetch(`/v1/workflow-runs/export?format=csv&filter=${filter}`), 'filter.longerThanMs')
    const preview = `/v1/workflow-runs/${runId}/preview?of=mark-done&step=H&output=${LOST}`
    await check(api.fetch(preview), 'output')
  })

  it('is refused by every REST route that reads JSON', async () => {
    const otherBodies = ['POST /v1/workflows', 'POST /v1/workflows/validate', 'POST /v1/files']
    const routes = routesOf(wholeApp(api, () => localActor)).filter((route) => /^(POST|PUT|PATCH) /.test(route))
    const paths = routes
      // A webhook that does not exist answers before its body is read.
      .filter(
        (route) =>
          !otherBodies.includes(route) && !route.includes('/hooks/') && !/\/(?:rotate|test|redeliver)$/.test(route),
      )
      .map((route) => route.replace(':id', randomUUID()).replace(':org', 'local'))
      .map((route) => route.replace(':verb', route.includes('/v1/human-tasks') ? 'claim' : 'cancel'))
    expect(paths.length).toBeGreaterThan(3)
    for (const route of paths) {
      const [method = '', path = ''] = route.split(' ')
      const address = /\/(?:run|signal-with-start)$/.test(path) ? `${path}?name=Exact` : path
      const headers = { 'content-type': 'application/json' }
      await check(api.fetch(address, { method, headers, body: `{"any":[{"thing":${LOST}}]}` }), 'any.0.thing')
    }
  })

  it.each(ofType('mutation'))('is refused by %s', async (path) => {
    await check(api.post(`/api/trpc/${path}`, `{"any":[{"thing":${LOST}}]}`), 'any.0.thing')
    await check(api.post(`/api/trpc/${path}?batch=1`, `{"0":{"any":${LOST}}}`), '0.any')
  })

  it.each([...ofType('query'), ...ofType('subscription')])('is refused by %s', async (path) => {
    const input = encodeURIComponent(`{"any":[{"thing":${LOST}}]}`)
    const headers = { accept: ofType('subscription').includes(path) ? 'text/event-stream' : 'application/json' }
    await check(api.fetch(`/api/trpc/${path}?input=${input}`, { headers }), 'any.0.thing')
    if (ofType('subscription').includes(path)) return
    const batch = encodeURIComponent(`{"0":{"any":${LOST}}}`)
    await check(api.fetch(`/api/trpc/${path}?batch=1&input=${batch}`), 'any')
  })

  it('passes as a text, and every number that is kept passes as it was', async () => {
    const input = { id: LOST, order: KEPT, rate: 0.1, power: 2 ** 60, list: [1e300, -KEPT] }
    const started = await api.post('/v1/workflows/run?name=Exact', { input })
    const { run_id } = (await started.json()) as { run_id: string }
    expect(await (await api.fetch(`/v1/workflow-runs/${run_id}`)).json()).toMatchObject({ input })
  })
})
