import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { liveHeapBytes } from '../../testing/live-heap.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const workflows = [
  `workflow_type: Line
steps: [{ name: A, function: t.pass }, { name: B, function: t.pass }, { name: C, function: t.pass }]
`,
  `workflow_type: Split
steps:
  - { name: A, function: t.pass }
  - { name: B, function: t.fail, dependencies: [A] }
  - { name: C, type: SIGNAL, signal: never, dependencies: [A] }
  - { name: D, function: t.pass, dependencies: [B] }
`,
  `workflow_type: Ask
steps: [{ name: Approval, type: HUMAN, title: Approve }, { name: After, function: t.pass }]
`,
]

interface Sent {
  readonly id: string
  readonly kind: string
  readonly run_id: string
  readonly node_key: string | null
  readonly seq: number
  readonly payload: { readonly [key: string]: unknown }
}

async function start(name: string, body: object = {}): Promise<string> {
  const response = await api.post(`/v1/workflows/run?name=${name}`, body)
  expect(response.status).toBe(201)
  return ((await response.json()) as { run_id: string }).run_id
}

/** The lines of data and ids of a stream, read to its end. */
async function read(runId: string, { query = '', last }: { query?: string; last?: string } = {}) {
  const headers = last === undefined ? {} : { 'last-event-id': last }
  const response = await api.fetch(`/v1/workflow-runs/${runId}/events${query}`, { headers })
  const text = await response.text()
  const lines = (name: string) => [...text.matchAll(new RegExp(`^${name}: (.*)$`, 'gm'))].map(([, value]) => value)
  const data = lines('data').map(String)
  const events = data.map((line) => JSON.parse(line) as Sent)
  expect(lines('id')).toEqual(events.map(({ id }) => id))
  expect(lines('event')).toEqual(events.map(({ kind }) => kind))
  return { status: response.status, data, events }
}

const shortly = ({ kind, node_key }: Sent) => kind.replace('workflow.', '') + (node_key === null ? '' : `(${node_key})`)

const happy = [
  'run.created',
  'run.queued',
  'run.promoted',
  'run.started',
  'node.started(A)',
  'node.completed(A)',
  'node.started(B)',
  'node.completed(B)',
  'node.started(C)',
  'node.completed(C)',
  'run.completed',
]

describe('the domain events of a run', () => {
  it('are exactly those of the seed, live and replayed, byte for byte (public run 2)', async () => {
    const runId = await start('Line', { state: { order: 7 } })
    const live = await read(runId)
    expect(live.events.map(shortly)).toEqual(happy)
    expect(live.events.at(-1)?.payload.state).toEqual({ order: 7 })
    const run = await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()
    expect(live.events.at(-1)?.payload.outputs).toEqual(run.outputs)
    expect(Object.keys(live.events[5] as object)).toEqual(
      'id kind run_id node_key variant_index seq attempt created_at payload'.split(' '),
    )
    expect((await read(runId)).data).toEqual(live.data)
  })

  it('have four more with the internal nodes, and one for each step that is ready (public run 2)', async () => {
    const runId = await start('Line', { input: { topic: 'looms' } })
    const plain = await read(runId)
    const internal = await read(runId, { query: '?include_internal=true' })
    const added = internal.events.filter(({ node_key }) => node_key?.startsWith('_fabric_'))
    expect(internal.data.filter((line) => !plain.data.includes(line))).toHaveLength(4)
    expect(internal.events.map(shortly)).toEqual([
      ...happy.slice(0, 4),
      'node.started(_fabric_capture_input)',
      'node.completed(_fabric_capture_input)',
      ...happy.slice(4, -1),
      'node.started(_fabric_finalize_output)',
      'node.completed(_fabric_finalize_output)',
      'run.completed',
    ])
    expect(added[1]?.payload.output).toEqual({ topic: 'looms' })
    expect(added[3]?.payload.output).toEqual(internal.events.at(-1)?.payload.outputs)
    const ready = await read(runId, { query: '?include=ready' })
    expect(ready.events.map(shortly).filter((event) => event.startsWith('node.ready'))).toEqual([
      'node.ready(A)',
      'node.ready(B)',
      'node.ready(C)',
    ])
    expect((await api.fetch(`/v1/workflow-runs/${runId}/events?include=all`)).status).toBe(400)
  })

  it('end with the whole batch of a failed step: failed, cancelled, skipped (public run 3)', async () => {
    const runId = await start('Split', { state: 'mine' })
    const { events } = await read(runId)
    const names = events.map(shortly)
    const [cancelled] = events.filter(({ kind }) => kind === 'workflow.run.cancelled')
    expect(names.slice(names.indexOf('node.failed(B)'))).toEqual([
      'node.failed(B)',
      'run.cancelled',
      'node.skipped(C)',
      'node.skipped(D)',
    ])
    const reason = { kind: 'fail_fast', variant_index: 0, node_key: 'B', error: { message: expect.any(String) } }
    expect(cancelled?.payload).toMatchObject({
      reason,
      state: 'mine',
      outputs: [{ status: 'cancelled', output: null }],
    })
    const { pool } = api.services.stores
    const { rows } = await pool.query<{ events: string }>(
      `select events from run_log where run_id = $1 and events like '%workflow.run.cancelled%'`,
      [runId],
    )
    const batch = (JSON.parse(rows[0]?.events ?? '[]') as { type: string }[]).map(({ type }) => type)
    for (const kind of ['workflow.node.failed', 'workflow.node.skipped']) expect(batch).toContain(kind)
  })

  it('go on behind every event, by its id or its number, without a gap or a repeat (public run 8)', async () => {
    const runId = await start('Line')
    for (const query of ['', '?include_internal=true', '?include=ready', '?include=ready&include_internal=true']) {
      const { data, events } = await read(runId, { query })
      for (const [index, { id }] of events.entries()) {
        const rest = await read(runId, { query, last: index % 2 === 0 ? id : id.toUpperCase() })
        expect(rest.data).toEqual(data.slice(index + 1))
        expect(rest.status).toBe(index === events.length - 1 ? 204 : 200)
      }
      const last = events.at(-1)?.seq ?? 0
      for (let seq = 0; seq <= last; seq += 1) {
        const rest = await read(runId, { query, last: String(seq) })
        expect(rest.data).toEqual(data.filter((_, index) => (events[index]?.seq ?? 0) > seq))
      }
    }
  })

  it('go on behind an event that the reader does not ask for', async () => {
    const runId = await start('Line')
    const all = await read(runId, { query: '?include_internal=true&include=ready' })
    const plain = await read(runId)
    const shown = new Set(plain.events.map(({ id }) => id))
    for (const [index, { id }] of all.events.entries()) {
      const rest = await read(runId, { last: id })
      expect(rest.events.map((event) => event.id)).toEqual(
        all.events
          .slice(index + 1)
          .map((event) => event.id)
          .filter((each) => shown.has(each)),
      )
    }
  })

  it('refuse the id of another run', async () => {
    const [one, two] = [await start('Line'), await start('Line')]
    const { events } = await read(one)
    for (const last of [events[2]?.id, 'x', '-1', '99999999999']) {
      const response = await api.fetch(`/v1/workflow-runs/${two}/events`, { headers: { 'last-event-id': last ?? '' } })
      expect([last, response.status]).toEqual([last, 400])
    }
  })

  it('come while the run goes on, and a reader at their end waits for the next', async () => {
    const runId = await start('Ask')
    const ending = new AbortController()
    const response = await api.fetch(`/v1/workflow-runs/${runId}/events`, { signal: ending.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('workflow.run.waiting')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain('human_task')
    expect((await api.post(`/v1/workflow-runs/${runId}/resume`, { input: {} })).status).toBe(200)
    while (!text.includes('workflow.run.completed')) text += (await reader?.read())?.value ?? ''
    expect((await reader?.read())?.done).toBe(true)
  })

  it('reach 500 clients at once within a bounded memory (public run 8)', async () => {
    const runId = await start('Ask')
    const base = liveHeapBytes()
    const half = limits.live.subscriptionsPerActor
    const clients: Response[] = []
    // Groups of clients connect one after the other: a slow machine refuses 500 in one instant, since none waits for a
    // connection to the database for long.
    while (clients.length < 2 * half) {
      const id = clients.length < half ? 'one' : 'two'
      const group = Array.from({ length: 25 }, () =>
        api.fetch(`/v1/workflow-runs/${runId}/events`, {}, { ...localActor, id }),
      )
      clients.push(...(await Promise.all(group)))
    }
    expect((liveHeapBytes() - base) / 1024 ** 2).toBeLessThan(100)
    expect((await api.post(`/v1/workflow-runs/${runId}/resume`, { input: {} })).status).toBe(200)
    const texts = await Promise.all(clients.map((client) => client.text()))
    for (const text of texts) expect(text).toContain('workflow.run.completed')
  })
})
