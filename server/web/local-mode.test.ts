import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../api/app.ts'
import { routeRequests, withoutOwner } from '../api/owners/asked-of-routes.ts'
import { nobodysIds } from '../api/owners/foreign-owner.ts'
import { routesOf } from '../api/testing/routes-of.ts'
import { eventually, startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { localActorOf } from '../directory/act-as.ts'
import { localStores } from '../stores.ts'
import { createFront } from './front.ts'

/**
 * The API with the options that it had before anybody could log in, and the front of local mode before the same API as
 * the web process puts it together today.
 */
let api: TestApi
let before: Hono
let front: ReturnType<typeof createFront>
let url = ''
let runId = ''

const yaml = 'workflow_type: Ask\nsteps: [{ name: A, function: t.double }]\n'

beforeAll(async () => {
  api = await startTestApi()
  const { services, errors } = api
  const { stores, changes, streams, refusals, cells, functionsFolders, keyRing } = services
  const onError = (error: unknown) => void errors.push(error)
  const actorOf = (request: Request) => localActorOf(stores, request)
  before = createApp({ stores, changes, streams, refusals, cells, functionsFolders, keyRing, actorOf, onError })
  const today = createApp({
    ...services,
    ...localStores(stores),
    hookOwners: undefined,
    requests: undefined,
    quota: undefined,
    sendsMail: false,
    actorOf,
    onError,
  })
  front = createFront({
    api: today.fetch,
    pages: null,
    development: false,
    login: false,
    localToken: null,
    publicUrl: undefined,
    position: () => '0',
    onError,
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  await api.publish(yaml)
  runId = ((await (await api.post('/v1/workflows/run?name=Ask', { input: { n: 3 } })).json()) as { run_id: string })
    .run_id
  await eventually(async () => {
    const run = (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { workflow_status: string }
    return run.workflow_status === 'COMPLETED' ? true : undefined
  })
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

/** What a server adds by itself, whoever answers. */
const ofTransport = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']
/** What the front has always added to every answer. */
const ofFront =
  /^(content-security-policy|cross-origin-|permissions-policy|referrer-policy|x-content-type-options|x-frame-options)/

async function bytesOf(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !ofTransport.includes(name) && !ofFront.test(name)).sort()
  return `${response.status} ${JSON.stringify(headers)}\n${await response.text()}`
}

const streams = ['GET /v1/workflow-runs/:id/history/stream', 'GET /v1/events/stream', 'GET /v1/events/ws']

describe('local mode answers byte for byte as without any login', () => {
  it('access 21: each route of the API that reads (ASVS 8.2.1)', async () => {
    const routes = routesOf(before).filter(
      (route) => route.startsWith('GET ') && !withoutOwner.includes(route) && !streams.includes(route),
    )
    const different: string[] = []
    let asked = 0
    for (const route of [...routes, 'GET /healthz'])
      for (const { path } of routeRequests[route]?.({ ...nobodysIds(), runId, failedId: runId }) ?? [
        { path: '/healthz' },
      ]) {
        asked += 1
        const [was, is] = [await bytesOf(await before.request(url + path)), await bytesOf(await fetch(url + path))]
        if (was !== is) different.push(`${route}\n${was}\n${is}`)
      }
    expect(different).toEqual([])
    expect(asked).toBeGreaterThan(routes.length)
  })

  it.each([
    ['who asks', '/api/trpc/directory.me', {}, 200],
    ['who acts as another person', '/api/trpc/directory.me', { 'heddle-act-as': 'nobody' }, 200],
    ['any bearer', '/api/trpc/directory.me', { authorization: 'Bearer anything' }, 200],
    ['any cookie of a session', '/api/trpc/directory.me', { cookie: 'heddle=x.y; __Host-heddle=x.y' }, 200],
    ['a key in the address', '/v1/workflows?token=hdl_x', {}, 400],
    ['no such route', '/v1/nothing', {}, 404],
    ['no such run', '/v1/workflow-runs/00000000-0000-4000-8000-000000000000', {}, 404],
    ['a query that is none', '/v1/workflow-runs?limit=x', {}, 400],
  ])('access 21: %s', async (_, path, headers, status) => {
    const answer = await fetch(url + path, { headers })
    expect(answer.status).toBe(status)
    for (const name of ['set-cookie', 'x-request-id', 'www-authenticate', 'retry-after'])
      expect(answer.headers.get(name)).toBeNull()
    expect(await bytesOf(answer)).toBe(await bytesOf(await before.request(url + path, { headers })))
  })

  it('access 21: the local user is who they were, and nothing of a login is there', async () => {
    const { result } = (await (await fetch(`${url}/api/trpc/directory.me`)).json()) as { result: { data: object } }
    // As commit 5857376f answered, the last one before anybody could log in; `permissions` and `mode` came later.
    const recorded = {
      id: 'local',
      name: 'You',
      manager: true,
      admin: true,
      groups: ['*'],
      actingAs: null,
      gone: false,
    }
    expect(result.data).toEqual({ ...recorded, permissions: expect.any(Array), mode: 'local' })
    for (const path of ['/api/auth/session', '/api/auth/providers', '/api/auth/callback/oidc'])
      expect((await fetch(url + path)).status, path).toBe(404)
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(login.status).toBe(404)
  })
})
