import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { publishTexts } from '#proof/testing/publish.ts'

describe('the shipped workflows', () => {
  let harness: Harness
  let url = ''
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/plain' }).end('hello')
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    url = `http://${host}`
    harness = await createHarness()
    await harness.engine({ http: { allow: [host] } })
    for (const name of ['invoice', 'website-check']) {
      await publishTexts(harness.pool, join(import.meta.dirname, `${name}.yaml`))
    }
  })
  afterAll(async () => {
    await harness.close()
    server.closeAllConnections()
    server.close()
  })

  it('Invoice adds up by tax rate, to the cent', async () => {
    const lines = [
      { text: 'Loom', price: 199.9, quantity: 2 },
      { text: 'Thread', price: 0.1, quantity: 3 },
      { text: 'Manual', price: 20, rate: 0.07 },
    ]
    const { data } = await harness.until(await harness.start('Invoice', { customer: 'Weaver', lines }), 'COMPLETED')
    expect(data).toMatchObject({
      taxes: [
        { rate: 0.19, net: 400.1, tax: 76.02 },
        { rate: 0.07, net: 20, tax: 1.4 },
      ],
      net: 420.1,
      tax: 77.42,
      total: 497.52,
    })
  })

  it('Invoice asks a person when it is large', async () => {
    const lines = [{ text: 'Mill', price: 5_000 }]
    const runId = await harness.start('Invoice', { customer: 'Weaver', lines })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await harness.send(runId, { type: 'resume', input: { released: true } })).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ total: 5_950, released: true })
  })

  it('WebsiteCheck says how a page is, and completes when there is none', async () => {
    const there = await harness.until(await harness.start('WebsiteCheck', { url: `${url}/` }), 'COMPLETED')
    expect(there.data).toMatchObject({ page: 'hello', reachable: true, status: 200 })
    const missing = await harness.until(await harness.start('WebsiteCheck', { url: `${url}/missing` }), 'COMPLETED')
    expect(missing.data).toMatchObject({ reachable: false })
    const refused = await harness.until(await harness.start('WebsiteCheck', { url: 'http://10.0.0.1/' }), 'COMPLETED')
    expect(refused.data).toMatchObject({ reachable: false })
    expect(refused.steps.Ask).toMatchObject({ error: { code: 'HTTP_ADDRESS_REFUSED' } })
  })
})
