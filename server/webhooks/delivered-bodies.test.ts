import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { constructWebhookEvent } from '#sdk/client/index.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { startWebhooks } from './delivery/start-webhooks.ts'
import { type Received, type Sink, startSink } from './testing/sink.ts'

let api: TestApi
let sink: Sink
let dispatcher: { stop(): Promise<void> }
let secret = ''
beforeAll(async () => {
  sink = await startSink()
  api = await startTestApi({ httpAllow: [sink.host], functions })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
  dispatcher = startWebhooks({
    pool: api.services.stores.pool,
    ring: api.services.keyRing,
    allow: [sink.host],
    onDelivery: () => undefined,
    log: () => undefined,
    timing: { lookEveryMs: 10 },
  })
  const hooks = '/v1/organizations/local/webhooks'
  const made = await (await api.post(hooks, { url: sink.url() })).json()
  secret = made.secret
  // From here on the dispatcher reads the log.
  await api.post(`${hooks}/${made.id}/test`, {})
})
afterAll(async () => {
  await dispatcher.stop()
  await sink.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const functions = `
export function cut(state, context) {
  for (let part = 0; part < context.input.parts; part += 1)
    context.artifact({ name: 'Part ' + part, type: 'text', json: 'x'.repeat(60_000) })
  return { large: 'x'.repeat(context.input.bytes ?? 0) }
}
`
const workflows = [
  'workflow_type: Line\nsteps: [{ name: A, function: t.pass }]\n',
  'workflow_type: video/cut\nsteps: [{ name: Cut, function: t.cut }]\n',
]

interface Sent {
  readonly run_id: string
  readonly kind: string
  readonly payload: JsonObject
}

async function start(name: string, body: object): Promise<JsonObject & { readonly run_id: string }> {
  const response = await api.post(`/v1/workflows/run?name=${name}&wait=30000`, body)
  expect(response.status).toBe(201)
  return (await response.json()) as JsonObject & { readonly run_id: string }
}
const eventsOf = async (runId: string) => {
  const text = await (await api.fetch(`/v1/workflow-runs/${runId}/events`)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '')
}
const deliveredOf = (runId: string) => sink.received.filter(({ body }) => (JSON.parse(body) as Sent).run_id === runId)
/** The request with the terminal event of a run. */
async function lastOf(runId: string): Promise<Received> {
  const isLast = ({ body }: Received) => (JSON.parse(body) as Sent).kind === 'workflow.run.completed'
  await expect.poll(() => deliveredOf(runId).some(isLast)).toBe(true)
  return deliveredOf(runId).find(isLast) as Received
}

describe('the body of a delivery', () => {
  it('has the state of the caller, of every kind, as the answer, the status and the stream have it (public run 7)', async () => {
    const expression = { text: '{{ input.topic }}', $context: 'x', nested: { payload: ['{{ 1 + 1 }}'] } }
    const states: readonly Json[] = [
      ...[null, true, 0, -1.5, '', 'text {{ 1 }}', [], [1, [null]], {}, expression],
      { text: 'ä'.repeat(100_000) },
    ]
    for (const state of states) {
      const answer = await start('Line', { state })
      const { run_id: runId } = answer
      const run = await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()
      const streamed = JSON.parse((await eventsOf(runId)).at(-1) ?? '') as Sent
      const delivered = JSON.parse((await lastOf(runId)).body) as Sent
      const told = [answer.state, run.state, streamed.payload.state, delivered.payload.state]
      expect(told).toEqual([state, state, state, state])
    }
  })

  it('is verified by constructWebhookEvent as it arrived, and by nothing else (public run 9)', async () => {
    const { run_id: runId } = await start('Line', { state: { workspace_id: 'ws-123' } })
    const { body, headers } = await lastOf(runId)
    const signature = headers['x-fabric-signature']
    const event = await constructWebhookEvent<{ workspace_id: string }>(body, signature, secret)
    expect(event.kind === 'workflow.run.completed' && event.payload.state).toEqual({ workspace_id: 'ws-123' })
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    const seconds = Number(/^t=(\d+)/.exec(String(signature))?.[1])
    for (const refused of [
      () => constructWebhookEvent(body.replace('ws-123', 'ws-124'), signature, secret),
      () => constructWebhookEvent(body, signature, other),
      () => constructWebhookEvent(body, signature, secret, { now: new Date((seconds + 301) * 1_000) }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ name: 'WebhookSignatureError' })
    }
  })

  it('of a bundle with artifacts larger than the buffer of a stream is whole, byte for byte that of the stream (public run 5)', async () => {
    const entry = (parts: number) => ({ name: 'video/cut', input: { parts } })
    const answer = await start('video/cut', { bundle: [entry(15), entry(0), entry(15)] })
    const { run_id: runId } = answer
    const outputs = answer.outputs as readonly { readonly artifacts: readonly JsonObject[] }[]
    expect(outputs.map(({ artifacts }) => artifacts.length)).toEqual([15, 0, 15])
    const { body } = await lastOf(runId)
    expect(body.length).toBeGreaterThan(30 * 60_000)
    expect((JSON.parse(body) as Sent).payload.outputs).toEqual(outputs)
    expect((await eventsOf(runId)).at(-1)).toBe(body)
  })

  it('names a value over 256 kB by its reference, as the stream does', async () => {
    const { run_id: runId } = await start('video/cut', { input: { parts: 0, bytes: 300_000 } })
    const { body } = await lastOf(runId)
    expect(body.length).toBeLessThan(10_000)
    expect(body).toContain('"payload_ref"')
    expect((await eventsOf(runId)).at(-1)).toBe(body)
  })
})
