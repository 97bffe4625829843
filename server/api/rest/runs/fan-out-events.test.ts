import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#core/json.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ functions })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const functions = `
export function flaky(state, context) {
  if (context.input.fails !== undefined) throw new Error('boom')
  return { done: state.topic ?? null }
}
`

const workflows = [
  `workflow_type: video/short
steps: [{ name: Draft, function: t.flaky }, { name: Cut, function: t.pass }]
`,
  `workflow_type: Asks
steps: [{ name: Approval, type: HUMAN, title: Approve }]
`,
]

interface Sent {
  readonly id: string
  readonly kind: string
  readonly run_id: string
  readonly node_key: string | null
  readonly variant_index: number
  readonly seq: number
  readonly payload: { readonly outputs?: readonly JsonObject[]; readonly [key: string]: unknown }
}

async function start(body: JsonObject): Promise<string> {
  const response = await api.post('/v1/workflows/run?name=video/short', body)
  expect(response.status).toBe(201)
  return ((await response.json()) as { run_id: string }).run_id
}

async function read(runId: string, { query = '', last }: { query?: string; last?: string | undefined } = {}) {
  const headers = last === undefined ? {} : { 'last-event-id': last }
  const response = await api.fetch(`/v1/workflow-runs/${runId}/events${query}`, { headers })
  const data = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, line]) => line ?? '')
  return { status: response.status, data, events: data.map((line) => JSON.parse(line) as Sent) }
}

const get = async (runId: string) => (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as JsonObject

const shortly = ({ kind, node_key }: Sent) => kind.replace('workflow.', '') + (node_key === null ? '' : `(${node_key})`)
const ofVariant = ['node.started(Draft)', 'node.completed(Draft)', 'node.started(Cut)', 'node.completed(Cut)']

describe('the domain events of a fan-out', () => {
  it('are its own, and those of the steps of its variants (public run 2)', async () => {
    const runId = await start({ input: { topic: 'x' }, variants: 3 })
    const live = await read(runId)
    const own = live.events.filter((event) => event.run_id === runId)
    expect(own.map(shortly)).toEqual(['run.created', 'run.queued', 'run.promoted', 'run.started', 'run.completed'])
    expect(live.events.slice(0, 4)).toEqual(own.slice(0, 4))
    expect(live.events.at(-1)).toEqual(own.at(-1))
    for (const index of [0, 1, 2]) {
      const nodes = live.events.filter((event) => event.run_id !== runId && event.variant_index === index)
      expect(nodes.map(shortly)).toEqual(ofVariant)
      const child = await read(nodes[0]?.run_id ?? '')
      expect(child.data.filter((line) => line.includes('"kind":"workflow.node.'))).toEqual(
        nodes.map((event) => JSON.stringify(event)),
      )
    }
    const { outputs } = await get(runId)
    expect(live.events.at(-1)?.payload).toEqual({ outputs })
    expect((await read(runId)).data).toEqual(live.data)
  })

  it('go on behind every event, without a gap or a repeat (public run 8)', async () => {
    const runId = await start({ input: { topic: 'x' }, variants: 2 })
    for (const query of ['', '?include_internal=true&include=ready']) {
      const { data, events } = await read(runId, { query })
      for (const [index, { id }] of events.entries()) {
        const rest = await read(runId, { query, last: id })
        expect(rest.data).toEqual(data.slice(index + 1))
        expect(rest.status).toBe(index === events.length - 1 ? 204 : 200)
      }
    }
    const internal = (await read(runId, { query: '?include_internal=true' })).events.map(shortly)
    for (const node of ['variant_1', 'variant_2', '_fabric_capture_input', '_fabric_finalize_output']) {
      expect(internal).toContain(`node.completed(${node})`)
    }
  })

  it('end with the terminal batch of the fan-out, whose reason names variant and step (public run 4)', async () => {
    const bundle = [{ name: 'Asks' }, { name: 'video/short', input: { fails: true } }]
    const runId = await start({ input: { bundle } })
    const { events } = await read(runId)
    const names = events.map(shortly)
    expect(names).toContain('node.failed(Draft)')
    expect(names.at(-1)).toBe('run.cancelled')
    const reason = { kind: 'fail_fast', variant_index: 1, node_key: 'Draft', error: { code: 'Error', message: 'boom' } }
    expect(events.at(-1)?.payload).toMatchObject({
      reason,
      outputs: [{ status: 'cancelled' }, { status: 'cancelled' }],
    })
    const sibling = events.at(-1)?.payload.outputs?.[0]?.run_id as string
    await eventually(async () => ((await get(sibling)).status === 'cancelled' ? true : undefined))
    expect((await read(sibling)).events.at(-1)?.kind).toMatch(/skipped|cancelled/)
    const [cancelled] = (await read(sibling)).events.filter(({ kind }) => kind === 'workflow.run.cancelled')
    expect(cancelled).toMatchObject({ variant_index: 0, payload: { reason } })
    expect((await read(runId)).events).toEqual(events)
    expect((await read(runId, { last: events.at(-1)?.id })).status).toBe(204)
  })

  it('come while the variants go on, and the reader waits for the next', async () => {
    const runId = await start({ input: { bundle: [{ name: 'Asks' }, { name: 'Asks' }] } })
    const response = await api.fetch(`/v1/workflow-runs/${runId}/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const more = async () => {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      text += value ?? ''
      return !done
    }
    const waiting = () => [...text.matchAll(/"kind":"workflow.node.started"/g)].length
    while (waiting() < 2 && (await more())) {}
    const { outputs } = (await get(runId)) as unknown as { outputs: readonly { run_id: string }[] }
    for (const { run_id } of outputs) {
      await eventually(async () => ((await get(run_id)).status === 'waiting' ? true : undefined))
      expect((await api.post(`/v1/workflow-runs/${run_id}/resume`, { input: {} })).status).toBe(200)
    }
    while (await more()) {}
    expect(text).toContain('"kind":"workflow.run.completed"')
  })

  it('refuse the id of another run', async () => {
    const [one, two] = [await start({ variants: 2 }), await start({ variants: 2 })]
    const { events } = await read(one)
    const headers = { 'last-event-id': events.at(-2)?.id ?? '' }
    expect((await api.fetch(`/v1/workflow-runs/${two}/events`, { headers })).status).toBe(400)
  })
})
