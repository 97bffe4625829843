import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { openCursor } from '#server/log/cursor.ts'
import type { Repeated } from '../repeat.ts'
import { startTracing } from './start-tracing.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

/** A collector that keeps what it takes; `answers` are the statuses of its next answers, 200 behind them. */
let collector: Server
let endpoint: string
let sent: SentSpan[] = []
const answers: number[] = []
const requests: { readonly path: string | undefined; readonly token: string | undefined }[] = []

/** What HTTP steps send: the parent that each request names. */
let receiver: Server
const parents: (string | undefined)[] = []

let harness: Harness
let tracing: Repeated
const lines: string[] = []
const counted = { sent: 0, refused: 0 }

const start = (engineId: () => string) =>
  startTracing({
    pool: harness.pool,
    collector: { endpoint, headers: { 'x-token': 'abc' } },
    version: '1.2.3',
    engineId,
    onSent: (outcome, spans) => {
      counted[outcome] += spans
    },
    log: (line) => lines.push(line),
    lookEveryMs: 10,
  })

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: [{ scopeSpans: [{ spans: SentSpan[] }] }]
    }
    requests.push({ path: request.url, token: request.headers['x-token']?.toString() })
    const status = answers.shift() ?? 200
    if (status === 200) sent.push(...body.resourceSpans[0].scopeSpans[0].spans)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
  receiver = createServer((request, response) => {
    parents.push(request.headers.traceparent?.toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  harness = await createHarness()
  const request = { name: 'Ask', type: 'HTTP', http_config: { url: `http://${host}/` } } as const
  await harness.publish('Asks', [request])
  await harness.publish('AsksBelow', [{ name: 'Child', type: 'SUB_WORKFLOW', sub_workflow_type: 'Asks' }])
  await harness.publish('Ends', [standard('Once', 'add_one'), standard('Twice', 'add_one')])
  await harness.publish('Fails', [standard('Broken', 'fail_for_good')])
  await harness.publish('Parent', [{ name: 'Child', type: 'SUB_WORKFLOW', sub_workflow_type: 'Ends' }])
  const engine = await harness.engine({ http: { allow: [host] }, hasTraces: true })
  // Runs from now on are read, whenever the first look comes.
  await openCursor(harness.pool, 'traces', 'present')
  tracing = start(() => engine.identity.id)
})
afterAll(async () => {
  await tracing.stop()
  await harness.close()
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
  await new Promise((done) => collector.close(done))
})

const spansOf = (runId: string) =>
  sent.filter(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'heddle.run.id' && value.stringValue === runId),
  )
const arrived = async (runId: string) => {
  await expect.poll(() => spansOf(runId).length).toBeGreaterThan(0)
  return spansOf(runId)
}
const named = (spans: readonly SentSpan[], name: string) => spans.find((span) => span.name === name) as SentSpan

describe('traces', () => {
  it('have a span for the run, each step and each attempt', async () => {
    const runId = await harness.start('Ends')
    await harness.until(runId, 'COMPLETED')
    const spans = await arrived(runId)
    const run = named(spans, 'Ends')
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      'Ends',
      'Once',
      'Once attempt 1',
      'Twice',
      'Twice attempt 1',
    ])
    expect(run).toMatchObject({ traceId: runId.replaceAll('-', ''), status: { code: 1 } })
    expect(run.parentSpanId).toBeUndefined()
    expect(named(spans, 'Once').parentSpanId).toBe(run.spanId)
    expect(named(spans, 'Once attempt 1').parentSpanId).toBe(named(spans, 'Once').spanId)
    for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spans) {
      expect([traceId, spanId]).toEqual([run.traceId, expect.stringMatching(/^[0-9a-f]{16}$/)])
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
    }
    expect(requests[0]).toEqual({ path: '/v1/traces', token: 'abc' })
  })

  it('have the error of a run that failed, and no data', async () => {
    const runId = await harness.start('Fails')
    await harness.until(runId, 'FAILED')
    const spans = await arrived(runId)
    expect(named(spans, 'Fails').status).toMatchObject({ code: 2 })
    expect(named(spans, 'Broken').status.message).toBe(named(spans, 'Fails').status.message)
    expect(named(spans, 'Fails').attributes.map(({ key }) => key)).toContain('error.type')
  })

  it('have a sub-workflow below the step that started it', async () => {
    const runId = await harness.start('Parent')
    await harness.until(runId, 'COMPLETED')
    const parent = await arrived(runId)
    const { rows } = await harness.pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
    const child = named(await arrived(rows[0]?.id ?? ''), 'Ends')
    expect(child.parentSpanId).toBe(named(parent, 'Child').spanId)
    expect(child.traceId).toBe(named(parent, 'Parent').traceId)
  })

  it('continue the trace of the caller, and name their attempt in requests that go out', async () => {
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const runId = await harness.start('AsksBelow', {}, { traceparent: `00-${traceId}-${spanId}-01` })
    await harness.until(runId, 'COMPLETED')
    const [{ id: childId } = { id: '' }] = (
      await harness.pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
    ).rows
    const [above, below] = [await arrived(runId), await arrived(childId)]
    expect(named(above, 'AsksBelow')).toMatchObject({ traceId, parentSpanId: spanId })
    expect(named(below, 'Asks')).toMatchObject({ traceId, parentSpanId: named(above, 'Child').spanId })
    expect(parents).toEqual([`00-${traceId}-${named(below, 'Ask attempt 1').spanId}-01`])
    const alone = await harness.start('Asks')
    await harness.until(alone, 'COMPLETED')
    expect(parents[1]).toBe(`00-${alone.replaceAll('-', '')}-${named(await arrived(alone), 'Ask attempt 1').spanId}-01`)
  })

  it('are sent again while the collector does not take them, under the same ids, and dropped where it refuses them', async () => {
    answers.push(503, 429)
    const late = await harness.start('Ends')
    await harness.until(late, 'COMPLETED')
    const ids = (await arrived(late)).map(({ spanId }) => spanId)
    expect(lines.filter((line) => line.includes('503'))).toHaveLength(1)
    const before = counted.refused
    answers.push(400)
    const refused = await harness.start('Ends')
    await harness.until(refused, 'COMPLETED')
    await expect.poll(() => counted.refused - before).toBe(5)
    expect(spansOf(refused)).toEqual([])
    // A reader that died before it stored its place reads the same page again.
    await tracing.stop()
    sent = []
    await harness.pool.query(`update bookmark set xid = 0 where name = 'traces'`)
    const [engine] = (await harness.pool.query<{ id: string }>('select id from engine')).rows
    tracing = start(() => engine?.id ?? '')
    expect((await arrived(late)).map(({ spanId }) => spanId)).toEqual(ids)
  })
})
