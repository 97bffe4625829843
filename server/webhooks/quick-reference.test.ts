import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickReference } from '#proof/documents/run-lifecycle.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { startWebhooks } from './delivery/start-webhooks.ts'
import { type Sink, startSink } from './testing/sink.ts'

/** A row of the quick reference in the document of the public run. */
interface Row {
  readonly phase: string
  readonly status: string
  /** Kinds without `workflow.`; `node.*` stands for any event of a step. */
  readonly kinds: readonly string[]
  readonly hasState: boolean
  readonly closes: boolean
}

const rows = quickReference().map(([phase = '', status = '', events = '', sse = '', webhook = '']): Row => {
  expect([sse.split(',')[0], webhook]).toEqual(['Yes', 'Yes'])
  return {
    phase,
    status,
    kinds: events
      .replace('(+ state)', '')
      .split(',')
      .map((kind) => kind.trim()),
    hasState: events.includes('+ state'),
    closes: sse.includes('closes'),
  }
})

interface Sent {
  readonly kind: string
  readonly run_id: string
  readonly payload: { readonly state?: unknown }
}

const state = { workspace_id: 'ws-123' }
const workflows = [
  'workflow_type: Line\nsteps: [{ name: A, function: t.pass }]\n',
  'workflow_type: Broken\nsteps: [{ name: A, function: t.fail }]\n',
  'workflow_type: Ask\nsteps: [{ name: A, function: t.pass }, { name: B, type: HUMAN, title: Approve }]\n',
  'workflow_type: Later\nsteps: [{ name: A, function: t.pass }, { name: B, type: WAIT, duration_seconds: 86400 }]\n',
]

let api: TestApi
let sink: Sink
let dispatcher: { stop(): Promise<void> }
beforeAll(async () => {
  sink = await startSink()
  api = await startTestApi({ httpAllow: [sink.host] })
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
  const { id } = (await (await api.post(hooks, { url: sink.url() })).json()) as { id: string }
  // From here on the dispatcher reads the log.
  await api.post(`${hooks}/${id}/test`, {})
})
afterAll(async () => {
  await dispatcher.stop()
  await sink.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const start = async (name: string, body: object = {}) => {
  const response = await api.post(`/v1/workflows/run?name=${name}`, { state, ...body })
  return ((await response.json()) as { run_id: string }).run_id
}
const verb = async (runId: string, name: string) => {
  expect((await api.post(`/v1/workflow-runs/${runId}/${name}`, {})).status).toBe(200)
  return runId
}
const statusOf = async (runId: string) =>
  ((await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { status: string }).status
const settled = async (runId: string, status: string) => {
  await expect.poll(() => statusOf(runId)).toBe(status)
  return runId
}

/** A run in each phase. */
const runsIn: Readonly<Record<string, () => Promise<string>>> = {
  Submit: () => start('Line'),
  Queue: () => start('Line'),
  Execute: () => start('Later'),
  Complete: () => start('Line'),
  Fail: () => start('Broken', { fail_fast: false }),
  Cancel: async () => verb(await settled(await start('Ask'), 'waiting'), 'cancel'),
  Pause: async () => verb(await settled(await start('Later'), 'running'), 'pause'),
  Wait: () => start('Ask'),
}

const isOf = (wanted: string, { kind }: Sent) =>
  wanted === 'node.*' ? kind.startsWith('workflow.node.') : kind === `workflow.${wanted}`

/** The events of the stream up to those that are wanted, and whether it closed behind them. */
async function streamed(runId: string, { kinds, closes }: Row) {
  const response = await api.fetch(`/v1/workflow-runs/${runId}/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const events = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, line]) => JSON.parse(line ?? '') as Sent)
  let closed = false
  while (!closed && (closes || !kinds.every((wanted) => events().some((event) => isOf(wanted, event))))) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    text += value ?? ''
    closed = done
  }
  await reader?.cancel()
  return { events: events(), closed }
}

describe('the quick reference of the seed', () => {
  it('has eight phases', () => {
    expect(rows.map(({ phase }) => phase)).toEqual(Object.keys(runsIn))
  })

  it('says the status before an engine has the run: pending (public run 1)', async () => {
    await api.stopEngine()
    const runId = await start('Line')
    const { events } = await streamed(runId, { ...(rows[1] as Row), kinds: ['run.created', 'run.queued'] })
    expect(events.map(({ kind }) => kind)).toEqual(['workflow.run.created', 'workflow.run.queued'])
    expect(await statusOf(runId)).toBe('pending')
    await api.startEngine()
    await settled(runId, 'completed')
  })

  it.each(rows)('$phase: status, events of the stream and of the webhook, and state (public run 1)', async (row) => {
    const runId = await (runsIn[row.phase] as () => Promise<string>)()
    const { events, closed } = await streamed(runId, row)
    expect(closed).toBe(row.closes)
    if (row.status !== 'pending') await settled(runId, row.status)
    const delivered = () =>
      sink.received.map(({ body }) => JSON.parse(body) as Sent).filter(({ run_id }) => run_id === runId)
    for (const wanted of row.kinds) {
      const [event] = events.filter((each) => isOf(wanted, each))
      expect(event, wanted).toBeDefined()
      await expect.poll(() => delivered().find((each) => isOf(wanted, each))).toEqual(event)
      if (row.hasState) expect(event?.payload.state).toEqual(state)
    }
  })
})
