import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { environmentSource, readSecrets } from '#server/secrets.ts'
import { allRows } from '../testing/all-rows.ts'
import { createHarness, type Harness } from '../testing/harness.ts'

describe('a workflow that sends requests', () => {
  const canary = 'c4nary-"value"-7f3a'
  const heard: IncomingMessage[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  let harness: Harness
  let url = ''

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    url = `http://${host}`
    harness = await createHarness()
    await harness.engine({
      http: { allow: [host] },
      secrets: environmentSource(readSecrets({ HEDDLE_SECRET_TOKEN: canary, HEDDLE_ORIGINS_TOKEN: url })),
    })
  })
  afterAll(async () => {
    await harness.close()
    server.closeAllConnections()
    server.close()
  })

  const ask = (more: object = {}, step: Partial<Step> = {}): Step =>
    ({
      name: 'Ask',
      type: 'HTTP',
      http_config: {
        method: 'POST',
        url: `${url}/orders/{{ input.id }}`,
        headers: { authorization: 'Bearer {{ secrets.TOKEN }}' },
        body: { order: '{{ input }}' },
        ...more,
      },
      output_key: 'answer',
      ...step,
    }) as Step
  it('keeps the answer, with its status for expressions, and no secret in any table or log line', async () => {
    await harness.publish('Echo', [
      ask(),
      { name: 'Status', type: 'TRANSFORM', set: { status: 'steps.Ask.http.status' } },
    ])
    answer = (request, response) => {
      const { authorization = '' } = request.headers
      response.setHeader('content-type', 'application/json')
      response.setHeader('x-echo', authorization)
      response.end(JSON.stringify({ url: request.url, authorization }))
    }
    const runId = await harness.start('Echo', { id: 'a/b', note: '{{ secrets.TOKEN }}' })
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toMatchObject({
      answer: { url: '/orders/a%2Fb', authorization: 'Bearer [secret TOKEN]' },
      status: 200,
    })
    answer = (request, response) => response.writeHead(418).end(`no ${request.headers.authorization}`)
    const failed = await harness.start('Echo', { id: 1 })
    const { outcome } = await harness.until(failed, 'FAILED')
    expect(outcome?.error).toMatchObject({
      code: 'HTTP_418',
      message: expect.stringContaining('Bearer [secret TOKEN]'),
    })
    expect(heard.map((request) => request.headers.authorization)).toEqual([`Bearer ${canary}`, `Bearer ${canary}`])

    const everything = `${await allRows(harness.pool)}\n${harness.lines.join('\n')}`
    expect(everything).toContain('{{ secrets.TOKEN }}')
    for (const form of [canary, 'c4nary', encodeURIComponent(canary), Buffer.from(canary).toString('base64')]) {
      expect(everything).not.toContain(form)
    }
  })

  it('sends the same key at every attempt, and waits as long as the server asks', async () => {
    await harness.publish('Again', [ask({ retry_policy: { max_attempts: 2, initial_interval_seconds: 0 } })])
    heard.length = 0
    answer = (_, response) => {
      response.writeHead(heard.length === 1 ? 429 : 200, { 'retry-after': '1' }).end()
    }
    const runId = await harness.start('Again', { id: 1 })
    await harness.until(runId, 'COMPLETED')
    expect(heard.map((request) => request.headers['idempotency-key'])).toEqual(Array(2).fill(`${runId}/Ask/1/do`))
    const events = await harness.history(runId)
    const waited = events.find((event) => event.type === 'workflow.node.progress')
    expect(waited?.payload).toMatchObject({
      error: { code: 'HTTP_429' },
      will_retry: true,
      retry_at: expect.any(Number),
    })
    const second = events.findLast((event) => event.type === 'workflow.node.started')
    expect((second?.at ?? 0) - (waited?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('breaks the request off when the run is cancelled', async () => {
    await harness.publish('Cancelled', [ask()])
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    answer = (_, response) => {
      response.on('close', resolve)
      arrive()
    }
    const runId = await harness.start('Cancelled', { id: 1 })
    await arrived
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true })
    await gone
    await harness.until(runId, 'CANCELLED')
    expect(await harness.violations()).toEqual([])
  })
})
