import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedApi, serveTestApi } from '../testing/serve-test-api.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

/** A client of neops in its own words: it knows addresses and JSON, and nothing of Heddle. */
function foreignClient(base: string) {
  const ask = async (method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetch(`${base}/workflow-execution${path}`, init)
    return { status: response.status, body: (await response.json()) as Answer }
  }
  return {
    ask,
    start: (workflow: string, ids: readonly string[], parameters = {}) =>
      ask('POST', '', { workflow, executeOnParameters: { ids }, parameters }),
    get: (id: string) => ask('GET', `/id/${id}`),
    /** Prints each new state until one that is acknowledged, and returns the exit code of the script of neops. */
    async follow(id: string, print: (state: string) => void): Promise<0 | 1> {
      let last = ''
      for (;;) {
        const { body } = await ask('GET', `/id/${id}`)
        if (body.status !== last) print(body.status)
        last = body.status
        if (last === 'completed_ack') return 0
        if (last.endsWith('_ack')) return 1
      }
    },
  }
}

interface Answer {
  readonly uuid: string
  readonly status: string
  readonly workflow: string
  readonly reason: string | null
  readonly retryNote: string | null
  readonly resources: readonly string[]
  readonly error?: { readonly code: string; readonly field?: string }
}

/** Path of a local copy of `run_workflow` from zebbra/neops-lab: the client of neops, which needs python3 alone. */
const script = process.env.HEDDLE_NEOPS_CLIENT ?? ''

let api: TestApi
let served: ServedApi
let base: string
let client: ReturnType<typeof foreignClient>

beforeAll(async () => {
  api = await startTestApi()
  served = await serveTestApi(api, { neops: true })
  base = served.url
  client = foreignClient(base)
  const envelope = `envelope: { discover: { resources: ["input.ids.map(i, 'device:' + i)"] }, locks: {} }`
  await publish(`workflow_type: net/upgrade\n${envelope}\nsteps: [{ name: A, function: t.pass }]\n`)
  await publish(`workflow_type: net/hold\n${envelope}\nsteps: [{ name: Hold, type: SIGNAL, signal: go }]\n`)
  await publish(`workflow_type: net/break
${envelope}
input_schema: { type: object, required: [ids], properties: { ids: { type: array, minItems: 1 } } }
steps: [{ name: A, function: t.fail, effects: none }]
`)
})
afterAll(async () => {
  await served.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

async function publish(text: string): Promise<void> {
  const published = await api.publish(text)
  expect(published.status, await published.text()).toBe(201)
}

describe('a client of neops', () => {
  it('envelope 17: starts a workflow, prints its states, and ends with 0, or 1 for a failure', async () => {
    const states: string[] = []
    const started = await client.start('net/upgrade:1.0.0', ['7', '8'], { image: 'x' })
    expect([started.status, started.body]).toMatchObject([201, { workflow: 'net/upgrade:1', retryNote: null }])
    expect(await client.follow(started.body.uuid, (state) => states.push(state))).toBe(0)
    expect(states.at(-1)).toBe('completed_ack')
    expect((await client.get(started.body.uuid)).body).toMatchObject({ resources: ['device:7', 'device:8'] })
    const failing = await client.start('net/break:1', ['7'])
    expect(await client.follow(failing.body.uuid, () => undefined)).toBe(1)
    expect((await client.get(failing.body.uuid)).body).toMatchObject({
      status: 'failed_safe_ack',
      reason: expect.stringContaining('broken on purpose'),
    })
  })

  it('envelope 17: has invalid input recorded, and a malformed request refused without a run', async () => {
    const invalid = await client.start('net/break:1', [])
    expect(invalid.status).toBe(201)
    expect(await client.follow(invalid.body.uuid, () => undefined)).toBe(1)
    const runs = async () => (await api.services.stores.pool.query('select id from run')).rowCount
    const before = await runs()
    expect((await client.start('net/nowhere:1', ['7'])).status).toBe(404)
    expect((await client.ask('POST', '', { workflow: 7 })).body.error).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await runs()).toBe(before)
  })

  it('envelope 17: starts one run for one Idempotency-Key, at once and later, and refuses it for another request', async () => {
    const start = (ids: readonly string[], key: string) =>
      client.ask('POST', '', { workflow: 'net/upgrade:1', executeOnParameters: { ids } }, { 'idempotency-key': key })
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => start(['1'], 'key-1')))
    const [uuid, ...others] = new Set(atOnce.map(({ body }) => body.uuid))
    expect([uuid, ...others]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
    expect(await client.follow(uuid ?? '', () => undefined)).toBe(0)
    const later = await start(['1'], 'key-1')
    expect([later.status, later.body]).toMatchObject([201, { uuid, status: 'completed_ack' }])
    const other = await start(['2'], 'key-1')
    expect([other.status, other.body.error]).toMatchObject([
      409,
      { code: 'IDEMPOTENCY_KEY_REUSED', field: 'Idempotency-Key' },
    ])
    expect((await start(['1'], 'a key with spaces')).body.error).toMatchObject({ code: 'BAD_REQUEST' })
    expect((await start(['1'], 'key-2')).body.uuid).not.toBe(uuid)
  })

  it('envelope 17: sees who is in the way, lists runs by state, and cancels', async () => {
    const holder = (await client.start('net/hold:1', ['9'])).body.uuid
    const inState = async (id: string, state: string) =>
      eventually(async () => ((await client.get(id)).body.status === state ? true : undefined))
    await inState(holder, 'running')
    const waiter = (await client.start('net/hold:1', ['9'])).body.uuid
    await inState(waiter, 'scheduled')
    const noted = await eventually(async () => (await client.get(waiter)).body.retryNote ?? undefined)
    expect(noted).toBe(`device:9 is held by run ${holder}`)
    const ids = async (path: string) =>
      ((await client.ask('GET', path)).body as unknown as Answer[]).map(({ uuid }) => uuid)
    expect(await ids('/active')).toEqual([waiter, holder])
    expect(await ids('/state/SCHEDULED')).toEqual([waiter])
    expect((await client.ask('GET', '/state/NOWHERE')).status).toBe(404)
    expect((await client.ask('DELETE', `/${randomUUID()}`)).status).toBe(404)
    for (const id of [waiter, holder]) {
      expect((await client.ask('DELETE', `/${id}`)).status).toBe(200)
      expect(await client.follow(id, () => undefined)).toBe(1)
    }
    expect(await ids('/active')).toEqual([])
  })

  describe.skipIf(script === '')('that is neops’ own script', () => {
    const run = (workflow: string, ids: string) =>
      new Promise<{ readonly code: unknown; readonly states: readonly string[] }>((resolve) => {
        const more = ['--ids', ids, '--engine-url', base, '--interval', '0.05']
        execFile('python3', [script, workflow, '{"image": "x"}', ...more], (error, stdout) => {
          const [head = '', ...lines] = stdout.trim().split('\n')
          expect(head).toMatch(/^execution [\da-f-]{36}$/)
          resolve({ code: error?.code ?? 0, states: lines.map((line) => line.replace(/^ *\[ *\d+s\] /, '')) })
        })
      })

    it('envelope 17: exits with 0 for completed_ack, and with 1 for the two other words', async () => {
      await publish(`workflow_type: lab/ids
envelope: { discover: { resources: ["input.ids.map(i, 'device:' + string(i))"] }, locks: {} }
steps: [{ name: A, function: t.pass }]
`)
      await publish(`workflow_type: lab/safe
envelope: {}
steps: [{ name: A, function: t.fail, effects: none }]
`)
      await publish(`workflow_type: lab/unsafe
envelope:
  discover: { resources: ["input.ids.map(i, 'device:' + string(i))"] }
  acknowledge: { failed_unsafe: auto }
steps: [{ name: A, function: t.fail }]
`)
      expect(await run('lab/ids:1.0.0', '12,34')).toMatchObject({ code: 0 })
      const safe = await run('lab/safe:1', '12')
      expect([safe.code, safe.states.at(-1)]).toEqual([1, expect.stringMatching(/^failed_safe_ack — .*broken/)])
      const unsafe = await run('lab/unsafe:1', '12')
      expect([unsafe.code, unsafe.states.at(-1)]).toEqual([1, expect.stringMatching(/^failed_unsafe_ack — .*broken/)])
    })
  })

  it('is not answered where HEDDLE_NEOPS is off', async () => {
    expect((await api.fetch('/workflow-execution/active')).status).toBe(404)
  })
})
