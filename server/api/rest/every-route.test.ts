import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { routesOf, wholeApp } from '../testing/routes-of.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

const id = randomUUID()
const hooks = '/v1/organizations/local/webhooks'
const text = 'workflow_type: Known\nsteps: [{ name: A, function: t.pass }]\n'

/** An address of each route; those that come from the app itself and are not here fail below. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  'GET /healthz': ['/healthz'],
  'GET /readyz': ['/readyz'],
  'GET /metrics': ['/metrics'],
  'ALL /api/trpc/*': ['/api/trpc/runs.list?input={}', '/api/trpc/runs.changes?input={}', '/api/trpc/inbox.counts'],
  'ALL /mcp': ['/mcp'],
  'POST /v1/workflows/run': ['/v1/workflows/run?name=Known'],
  'POST /v1/workflows/signal-with-start': ['/v1/workflows/signal-with-start?name=Known'],
  'POST /v1/signals': ['/v1/signals'],
  'POST /v1/workflows': ['/v1/workflows'],
  'POST /v1/workflows/validate': ['/v1/workflows/validate'],
  'GET /v1/workflows': ['/v1/workflows?limit=1'],
  'GET /v1/workflows/:name{.+}': ['/v1/workflows/Known'],
  'GET /v1/workflows/:name{.+}/schemas': ['/v1/workflows/Known/schemas', '/v1/workflows/Known/schemas?version=1'],
  'GET /v1/openapi.json': ['/v1/openapi.json'],
  'GET /v1/workflow-runs': ['/v1/workflow-runs?roots_only=true'],
  'GET /v1/workflow-runs/export': ['/v1/workflow-runs/export?format=csv'],
  'GET /v1/workflow-runs/:id': [`/v1/workflow-runs/${id}`],
  'DELETE /v1/workflow-runs/:id': [`/v1/workflow-runs/${id}`],
  'GET /v1/workflow-runs/:id/history': [`/v1/workflow-runs/${id}/history`],
  'GET /v1/workflow-runs/:id/tree': [`/v1/workflow-runs/${id}/tree`],
  'GET /v1/workflow-runs/:id/values/:sha256': [`/v1/workflow-runs/${id}/values/${'a'.repeat(64)}`],
  'GET /v1/workflow-runs/:id/files/:file': [`/v1/workflow-runs/${id}/files/${'a'.repeat(64)}`],
  'GET /v1/workflow-runs/:id/history/stream': [`/v1/workflow-runs/${id}/history/stream`],
  'GET /v1/workflow-runs/:id/events': [`/v1/workflow-runs/${id}/events`],
  'GET /v1/events/stream': [`/v1/events/stream?run_id=${id}`],
  'GET /v1/events/ws': ['/v1/events/ws'],
  'GET /v1/workflow-runs/:id/preview': [
    `/v1/workflow-runs/${id}/preview`,
    `/v1/workflow-runs/${id}/preview?of=skip&step=A`,
    `/v1/workflow-runs/${id}/preview?of=rerun&version=own`,
    `/v1/workflow-runs/${id}/preview?of=cancel&force=true`,
  ],
  'POST /v1/workflow-runs/:id/rerun': [`/v1/workflow-runs/${id}/rerun`],
  'POST /v1/workflow-runs/:id/:verb': [
    `/v1/workflow-runs/${id}/cancel`,
    `/v1/workflow-runs/${id}/signal`,
    `/v1/workflow-runs/${id}/query`,
  ],
  'GET /v1/resources': ['/v1/resources?in_use=true'],
  'POST /v1/resources': ['/v1/resources'],
  'GET /v1/resources/:id': ['/v1/resources/device:7'],
  'POST /v1/resources/:id/force-release': ['/v1/resources/device:7/force-release'],
  'POST /v1/agent/register': ['/v1/agent/register'],
  'POST /v1/agent/unregister': ['/v1/agent/unregister'],
  'POST /v1/agent/poll': ['/v1/agent/poll'],
  'POST /v1/agent/tasks/:id/heartbeat': [`/v1/agent/tasks/${id}/heartbeat`],
  'POST /v1/agent/tasks/:id/history': [`/v1/agent/tasks/${id}/history`],
  'POST /v1/agent/tasks/:id/release': [`/v1/agent/tasks/${id}/release`],
  'POST /v1/agent/tasks/:id/respond': [`/v1/agent/tasks/${id}/respond`],
  'GET /v1/connections': ['/v1/connections'],
  'POST /v1/files': ['/v1/files?name=a.txt'],
  'GET /v1/variables': ['/v1/variables'],
  'PUT /v1/variables/:name': ['/v1/variables/BASE_URL'],
  'DELETE /v1/variables/:name': ['/v1/variables/BASE_URL'],
  'POST /v1/connections/:name/test': ['/v1/connections/crm/test'],
  'GET /v1/locks/wait-graph': ['/v1/locks/wait-graph'],
  'GET /v1/organizations/:org/webhooks': [hooks],
  'POST /v1/organizations/:org/webhooks': [hooks],
  'GET /v1/organizations/:org/webhooks/:id': [`${hooks}/${id}`],
  'PATCH /v1/organizations/:org/webhooks/:id': [`${hooks}/${id}`],
  'DELETE /v1/organizations/:org/webhooks/:id': [`${hooks}/${id}`],
  'POST /v1/organizations/:org/webhooks/:id/rotate': [`${hooks}/${id}/rotate`],
  'POST /v1/organizations/:org/webhooks/:id/test': [`${hooks}/${id}/test`],
  'GET /v1/organizations/:org/webhooks/:id/deliveries': [`${hooks}/${id}/deliveries?state=failed`],
  'GET /v1/organizations/:org/webhooks/deliveries/:id': [`${hooks}/deliveries/${id}`],
  'POST /v1/organizations/:org/webhooks/deliveries/:id/redeliver': [`${hooks}/deliveries/${id}/redeliver`],
  'GET /v1/keys': ['/v1/keys?of=all'],
  'POST /v1/keys': ['/v1/keys'],
  'GET /v1/keys/current': ['/v1/keys/current'],
  'DELETE /v1/keys/current': ['/v1/keys/current'],
  'DELETE /v1/keys/:id': ['/v1/keys/12345678'],
  'GET /v1/audit/export': ['/v1/audit/export?outcome=refused'],
  'GET /v1/human-tasks': ['/v1/human-tasks?scope=all'],
  'GET /v1/human-tasks/:id': [`/v1/human-tasks/${id}`],
  'POST /v1/human-tasks/:id/:verb': [`/v1/human-tasks/${id}/decide`],
}

let api: TestApi
let app: Hono
beforeAll(async () => {
  api = await startTestApi()
  expect((await api.publish(text)).status).toBe(201)
  app = wholeApp(api, () => localActor)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** Asks with a body where there may be one; a stream is not read. */
async function ask(route: string, address: string, more = ''): Promise<Response> {
  const [method = ''] = route.replace('ALL', 'GET').split(' ')
  const path = more === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${more}`
  const isYaml = route === 'POST /v1/workflows' || route === 'POST /v1/workflows/validate'
  return app.request(path, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': isYaml ? 'application/yaml' : 'application/json' },
      body: isYaml ? text : '{}',
    }),
  })
}

interface Refused {
  readonly message: string
  readonly field?: string
  readonly data?: { readonly field: string | null }
}

/** What is refused, as an answer or, by tRPC to who subscribes, as the only event of a stream. */
async function refusalIn(response: Response): Promise<Refused> {
  const text = await response.text()
  const [, event] = /\nevent: serialized-error\ndata: (.*)\n/.exec(text) ?? []
  if (event !== undefined) return JSON.parse(event) as Refused
  expect(response.status, text.slice(0, 200)).toBe(400)
  return (JSON.parse(text) as { readonly error: Refused }).error
}

const asked = () => Object.entries(addresses).flatMap(([route, each]) => each.map((address) => ({ route, address })))

describe('every route', () => {
  it('has an address here', () => {
    // The parameters of a called webhook are data.
    const others = routesOf(app).filter((route) => route !== 'POST /hooks/:id')
    expect(Object.keys(addresses).toSorted()).toEqual(others.toSorted())
  })

  it.each(asked())(
    'refuses a parameter that it does not know: $route at $address (ASVS 2.2.1, 15.3.3)',
    async ({ route, address }) => {
      for (const more of ['include_intern=true', 'Limit=5', '__proto__=1', 'constructor=']) {
        const response = await ask(route, address, more)
        const [name = ''] = more.split('=')
        const error = await refusalIn(response)
        expect(error.data?.field ?? error.field).toEqual(name)
        expect(error.message).toMatch(
          new RegExp(`^Unknown parameter ${name}\\. (Allowed here: [a-z_, ]+|This address takes no parameters)\\.$`),
        )
      }
    },
  )

  it.each(asked())(
    'lets nobody keep its answer: $route at $address (ASVS 14.2.2, 14.3.2)',
    async ({ route, address }) => {
      for (const more of ['', 'include_intern=true']) {
        const response = await ask(route, address, more)
        const isStream = response.headers.get('content-type') === 'text/event-stream'
        expect(response.headers.get('cache-control')).toBe(
          isStream ? 'private, no-store, no-transform' : 'private, no-store',
        )
        await response.body?.cancel()
      }
    },
  )

  it.each(asked())('names the type of what it sends: $route at $address (ASVS 4.1.1)', async ({ route, address }) => {
    for (const more of ['', 'include_intern=true']) {
      const response = await ask(route, address, more)
      const type = response.headers.get('content-type') ?? 'none'
      if (type === 'text/event-stream') {
        await response.body?.cancel()
        continue
      }
      const body = await response.text()
      if (/^application\/json(?:; charset=utf-8)?$/i.test(type)) expect(() => JSON.parse(body)).not.toThrow()
      else if (body !== '')
        expect(type).toMatch(/^(?:text\/(?:plain|csv)|application\/(?:jsonl|yaml))\b.*; charset=utf-8$/i)
    }
  })

  it('says what is allowed, for what is asked for', async () => {
    const message = async (address: string) => (await refusalIn(await app.request(address))).message
    expect(await message(`/v1/workflow-runs/${id}/preview?of=skip&to_step=B`)).toContain('Allowed here: of, step.')
    expect(await message(`/v1/workflow-runs/${id}/preview?of=jump&step=B`)).toContain(
      'Allowed here: of, from_step, to_step.',
    )
    expect(await message(`/v1/workflow-runs/${id}/history/stream?include_internal=true`)).toContain(
      'This address takes no parameters.',
    )
    expect(await message(`/v1/workflow-runs/${id}/events?internal=true`)).toContain(
      'Allowed here: include_internal, include.',
    )
    expect(await message('/v1/workflow-runs/export?format=csv&limit=5')).toContain('Allowed here: format, filter.')
  })

  it('and what is at no route is kept by nobody either', async () => {
    for (const path of ['/v1/none', '/api/none', '/v1/workflow-runs/none/none/none']) {
      const response = await app.request(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    }
  })
})
