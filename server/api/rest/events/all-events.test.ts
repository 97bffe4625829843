import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { actorOf } from '../../owners/foreign-owner.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
const beta = actorOf('beta', 'admin')
beforeAll(async () => {
  api = await startTestApi({ roles: true })
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
  const yaml = { method: 'POST', body: workflows[0] ?? '', headers: { 'content-type': 'application/yaml' } }
  expect((await api.fetch('/v1/workflows', yaml, beta)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const workflows = [
  'workflow_type: Line\nsteps: [{ name: A, function: t.pass }, { name: B, function: t.pass }]\n',
  'workflow_type: Broken\nsteps: [{ name: A, function: t.fail }]\n',
]

interface Sent {
  readonly id: string
  readonly kind: string
  readonly run_id: string
  readonly variant_index: number
}

async function run(name = 'Line', body: object = {}, actor = localActor): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await api.fetch(`/v1/workflows/run?name=${name}&wait=20000`, init, actor)
  return ((await response.json()) as { run_id: string }).run_id
}

const readRun = async (runId: string, actor = localActor) => {
  const text = await (await api.fetch(`/v1/workflow-runs/${runId}/events`, {}, actor)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Sent)
}

/** A stream of all events, read until as many have come. */
async function open({ query = '', last = '', actor = localActor } = {}) {
  const ending = new AbortController()
  const headers: Record<string, string> = last === '' ? {} : { 'last-event-id': last }
  const response = await api.fetch(`/v1/events/stream${query}`, { headers, signal: ending.signal }, actor)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const events = () => [...text.matchAll(/^data: (.*)\n/gm)].map(([, data]) => JSON.parse(data ?? '') as Sent)
  return {
    response,
    async until(isEnough: (events: readonly Sent[]) => boolean) {
      while (!isEnough(events())) text += (await reader?.read())?.value ?? ''
      return events()
    },
    end: () => ending.abort(),
  }
}

const ids = (events: readonly Sent[]) => events.map(({ id }) => id)
const ended = (runId: string) => (events: readonly Sent[]) =>
  events.some(({ run_id, kind }) => run_id === runId && kind === 'workflow.run.completed')

describe('the stream of all events', () => {
  it('begins now, and goes on with every run of the owner alone', async () => {
    const before = await run()
    const stream = await open()
    const foreign = await run('Line', {}, beta)
    const [one, two] = [await run(), await run()]
    const events = await stream.until(ended(two))
    stream.end()
    expect(ids(events)).toEqual(ids([...(await readRun(one)), ...(await readRun(two))]))
    expect(events.map(({ run_id }) => run_id)).not.toContain(before)
    expect((await readRun(foreign, beta)).length).toBeGreaterThan(0)
  })

  it('goes on behind every event, without a gap or a repeat (public run 8)', async () => {
    const first = (await readRun(await run()))[0]?.id ?? ''
    await run('Line', { variants: 2 })
    const final = await run()
    const stream = await open({ last: first })
    const all = await stream.until(ended(final))
    stream.end()
    for (const [index, { id }] of all.slice(0, -1).entries()) {
      const again = await open({ last: id.toUpperCase() })
      expect(ids(await again.until(ended(final)))).toEqual(ids(all.slice(index + 1)))
      again.end()
    }
  })

  it('filters kinds, a workflow, and a run with the steps of its variants', async () => {
    const last = (await readRun(await run())).at(-1)?.id ?? ''
    const broken = await run('Broken')
    const fanOut = await run('Line', { variants: 2 })
    const end = await run()
    const read = async (query: string, isEnough: (events: readonly Sent[]) => boolean) => {
      const stream = await open({ query, last })
      const events = await stream.until(isEnough)
      stream.end()
      return events
    }
    const ofRuns = await read('?kind=workflow.run.created,workflow.run.completed', ended(end))
    expect(new Set(ofRuns.map(({ kind }) => kind))).toEqual(new Set(['workflow.run.created', 'workflow.run.completed']))
    const isCancelled = (events: readonly Sent[]) => events.some(({ kind }) => kind === 'workflow.run.cancelled')
    const ofBroken = await read('?workflow=Broken', isCancelled)
    expect(new Set(ofBroken.map(({ run_id }) => run_id))).toEqual(new Set([broken]))
    const stream = await open({ query: `?run_id=${fanOut}`, last: '0' })
    const ofFanOut = await stream.until(ended(fanOut))
    stream.end()
    expect(ids(ofFanOut)).toEqual(ids(await readRun(fanOut)))
  })

  it('shows a key that is limited to workflows their runs alone (access 10)', async () => {
    const last = (await readRun(await run('Broken')))[0]?.id ?? ''
    const broken = await run('Broken')
    await run()
    const end = await run('Broken')
    const key = { id: 'k', permissions: ['run.read', 'run.view'] as const, workflows: ['Broken'] }
    const stream = await open({ last, actor: { ...localActor, key } })
    const isEnd = ({ run_id, kind }: Sent) => run_id === end && kind === 'workflow.run.cancelled'
    const events = await stream.until((all) => all.some(isEnd))
    stream.end()
    const others = events.filter(({ run_id }) => ![broken, end].includes(run_id))
    expect(new Set(others.map(({ run_id }) => run_id)).size).toBe(1)
    expect(new Set(events.map(({ run_id }) => run_id)).size).toBe(3)
    const hidden = (await readRun(await run())).at(-1)?.id ?? ''
    expect((await open({ last: hidden, actor: { ...localActor, key } })).response.status).toBe(400)
  })

  it.each([
    ['?kind=workflow.nothing', '', 400, 'CHOICE_UNKNOWN', 'kind'],
    ['?kinds=x', '', 400, 'BAD_REQUEST', 'kinds'],
    ['?run_id=0190c5f0-0000-7000-8000-000000000001', '', 404, 'NOT_FOUND', 'run_id'],
    ['', 'x', 400, 'BAD_REQUEST', 'lastEventId'],
    ['', '5', 400, 'BAD_REQUEST', 'lastEventId'],
    ['', '0190c5f0-0000-5000-8000-000000000001', 400, 'BAD_REQUEST', 'lastEventId'],
  ])('refuses %s after "%s"', async (query, last, status, code, field) => {
    const headers: Record<string, string> = last === '' ? {} : { 'last-event-id': last }
    const response = await api.fetch(`/v1/events/stream${query}`, { headers })
    expect([response.status, (await response.json()).error]).toMatchObject([status, { code, field }])
  })

  it('refuses a run of another owner, and one of its events', async () => {
    const foreign = await run('Line', {}, beta)
    const last = (await readRun(foreign, beta))[0]?.id ?? ''
    expect((await open({ query: `?run_id=${foreign}` })).response.status).toBe(404)
    expect((await open({ last })).response.status).toBe(400)
  })

  it('begins at most a day back', async () => {
    const runId = await run()
    const [first] = await readRun(runId)
    const { pool } = api.services.stores
    await pool.query(`update run_log set at = now() - interval '25 hours' where run_id = $1`, [runId])
    expect((await open({ last: first?.id ?? '' })).response.status).toBe(400)
  })
})
