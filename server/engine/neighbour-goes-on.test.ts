import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { eventually, startTestApi, type TestApi } from '../api/testing/test-api.ts'

const AT_ONCE = 3
const RUNS = 4 * AT_ONCE

/** Requests of alpha that are answered when the test says so; those of others are answered at once. */
const held: ServerResponse[] = []
const server = createServer((request, response) => {
  if (request.url === '/held') held.push(response)
  else response.setHeader('content-type', 'application/json').end('{}')
})
let api: TestApi
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api = await startTestApi({
    roles: true,
    engine: {
      stepsAtOnce: { requests: AT_ONCE, scripts: 1 },
      http: { allow: [`127.0.0.1:${(server.address() as AddressInfo).port}`] },
    },
  })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await api.stop()
})

const of = (ownerId: string): Actor => ({ ...localPerson, id: `of-${ownerId}`, ownerId, roles: ['admin'] })
const text = (path: string) => {
  const { port } = server.address() as AddressInfo
  return `workflow_type: Asks\nsteps: [{ name: A, type: HTTP, url: "http://127.0.0.1:${port}${path}" }]\n`
}

async function ask(ownerId: string, path: string, body?: string): Promise<Record<string, string>> {
  const type = body?.startsWith('workflow_type') ? 'application/yaml' : 'application/json'
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': type }, body }
  return (await (await api.fetch(path, init, of(ownerId))).json()) as Record<string, string>
}

const start = async (ownerId: string) =>
  (await ask(ownerId, '/v1/workflows/run?name=Asks', '{"input":{}}')).run_id ?? ''
const statusOf = async (ownerId: string, id: string) => (await ask(ownerId, `/v1/workflow-runs/${id}`)).workflow_status

it('access 19: the runs of an owner go on while every request of another owner hangs (ASVS 2.4.1, 15.2.2)', async () => {
  await ask('alpha', '/v1/workflows', text('/held'))
  await ask('beta', '/v1/workflows', text('/at-once'))
  const hanging = await Promise.all(Array.from({ length: RUNS }, () => start('alpha')))
  await eventually(async () => (held.length === AT_ONCE ? true : undefined))
  // Alpha has all that an owner may have at once, and more runs that wait for it.
  for (let at = 0; at < RUNS; at += 1) {
    const id = await start('beta')
    await eventually(async () => ((await statusOf('beta', id)) === 'COMPLETED' ? true : undefined))
  }
  expect(held).toHaveLength(AT_ONCE)
  for (const id of hanging) expect(await statusOf('alpha', id)).not.toBe('COMPLETED')
  // What waits gets its turn, and never more of it at once.
  let answered = 0
  while (answered < RUNS) {
    const response = await eventually(async () => held.shift())
    expect(held.length).toBeLessThan(AT_ONCE)
    response.setHeader('content-type', 'application/json').end('{}')
    answered += 1
  }
  for (const id of hanging)
    await eventually(async () => ((await statusOf('alpha', id)) === 'COMPLETED' ? true : undefined))
})
