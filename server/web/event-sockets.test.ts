import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../api/app.ts'
import { refuseSocket } from '../api/rest/events/serve-events.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { type EventSocket, SlowReader } from '../event-socket.ts'
import { startWebhooks } from '../webhooks/delivery/start-webhooks.ts'
import { type Sink, startSink } from '../webhooks/testing/sink.ts'
import { createFront } from './front.ts'

let api: TestApi
let sink: Sink
let dispatcher: { stop(): Promise<void> }
let front: ReturnType<typeof createFront>
let host = ''
beforeAll(async () => {
  sink = await startSink()
  api = await startTestApi({ httpAllow: [sink.host] })
  expect((await api.publish(line)).status).toBe(201)
  const served = await listening()
  front = served.front
  host = served.host
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
  await api.post(`${hooks}/${id}/test`, {})
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(async () => {
  front.close()
  front.closeAllConnections()
  await dispatcher.stop()
  await sink.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const line = `workflow_type: Line
steps: [{ name: A, function: t.pass }, { name: B, function: t.pass }, { name: C, function: t.pass }]
`
const opened: WebSocket[] = []

/** A front with the API behind it. */
async function listening(socketTiming?: { readonly pingMs: number; readonly slowMs: number }) {
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, storesOf: api.storesOf, actorOf: () => localActor, onError })
  const options = { api: app.fetch, pages: null, development: false, position: () => '0', onError }
  const front = createFront({ ...options, ...(socketTiming && { socketTiming }) })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return { front, host: `127.0.0.1:${(front.address() as AddressInfo).port}` }
}

/** A socket, the frames that it has received, and how it was closed. */
function open(headers: Record<string, string> = {}, path = '/v1/events/ws') {
  const socket = new WebSocket(`ws://${host}${path}`, { headers })
  opened.push(socket)
  const frames: string[] = []
  socket.on('message', (data) => frames.push(data.toString()))
  socket.on('error', () => undefined)
  return { socket, frames, closed: once(socket, 'close').then(([code, reason]) => [code, String(reason)]) }
}

async function subscribed(subscribe: object, headers?: Record<string, string>) {
  const client = open(headers)
  await once(client.socket, 'open')
  client.socket.send(JSON.stringify({ subscribe }))
  return client
}

async function run(name = 'Line'): Promise<string> {
  const response = await api.post(`/v1/workflows/run?name=${name}&wait=20000`, { state: { order: 7 } })
  return ((await response.json()) as { run_id: string }).run_id
}

const dataOf = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '')
const eventsOf = async (runId: string) => dataOf(await (await api.fetch(`/v1/workflow-runs/${runId}/events`)).text())
const idOf = (text: string | undefined) => (JSON.parse(text ?? '{}') as { id: string }).id

describe('the WebSocket of events', () => {
  it('sends the same bytes as streams and webhooks, live and replayed (public run 2)', async () => {
    const last = (await eventsOf(await run())).at(-1)
    const live = await subscribed({ after: idOf(last), workflow: 'Line' })
    const ending = new AbortController()
    const stream = await api.fetch('/v1/events/stream', {
      headers: { 'last-event-id': idOf(last) },
      signal: ending.signal,
    })
    const runId = await run()
    const replayed = await eventsOf(runId)
    expect(replayed.map((data) => JSON.parse(data).kind.replace('workflow.', ''))).toEqual([
      ...['run.created', 'run.queued', 'run.promoted', 'run.started'],
      ...['A', 'B', 'C'].flatMap(() => ['node.started', 'node.completed']),
      'run.completed',
    ])
    await expect.poll(() => live.frames).toEqual(replayed)
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (dataOf(text).length < replayed.length) text += (await reader?.read())?.value ?? ''
    ending.abort()
    expect(dataOf(text)).toEqual(replayed)
    const delivered = () => sink.received.map(({ body }) => body).filter((body) => body.includes(runId))
    await expect.poll(delivered).toEqual(replayed)
    expect(await eventsOf(runId)).toEqual(replayed)
  })

  it('goes on behind every event of a run, by id and by number (public run 8)', async () => {
    const runId = await run()
    const all = await eventsOf(runId)
    for (const [index, data] of all.entries()) {
      const { id, seq } = JSON.parse(data) as { id: string; seq: number }
      for (const after of [id, seq]) {
        const client = await subscribed({ run_id: runId, after })
        await expect.poll(() => client.frames).toEqual(all.slice(index + 1))
        client.socket.terminate()
      }
    }
  })

  it('sends only the kinds and runs that are asked for; a later subscription takes the place of the first', async () => {
    const runId = await run()
    const all = await eventsOf(runId)
    const client = await subscribed({ run_id: runId, after: 0, kinds: ['workflow.run.*'] })
    const ofRun = all.filter((data) => data.includes('"kind":"workflow.run.'))
    await expect.poll(() => client.frames).toEqual(ofRun)
    client.socket.send(JSON.stringify({ subscribe: { run_id: runId, after: 0, kinds: ['workflow.node.completed'] } }))
    const ofNodes = all.filter((data) => data.includes('"kind":"workflow.node.completed"'))
    await expect.poll(() => client.frames).toEqual([...ofRun, ...ofNodes])
  })

  it.each([
    ['no JSON', '{', 4400, 'BAD_REQUEST', 'subscribe'],
    ['no subscription', '{}', 4400, 'BAD_REQUEST', 'subscribe'],
    ['an unknown key', '{"subscribe": {"runs": []}}', 4400, 'BAD_REQUEST', 'subscribe.runs'],
    ['an unknown kind', '{"subscribe": {"kinds": ["x"]}}', 4400, 'CHOICE_UNKNOWN', 'subscribe.kinds'],
    ['an unknown event', '{"subscribe": {"after": "x"}}', 4400, 'BAD_REQUEST', 'subscribe.after'],
    [
      'an unknown run',
      '{"subscribe": {"run_id": "0190c5f0-0000-7000-8000-000000000001"}}',
      4404,
      'NOT_FOUND',
      'run_id',
    ],
  ])('says what is wrong and closes: %s', async (_, frame, status, code, field) => {
    const { socket, frames, closed } = open()
    await once(socket, 'open')
    socket.send(frame)
    expect(await closed).toEqual([status, code])
    const { error } = JSON.parse(frames[0] ?? '{}')
    expect(error).toMatchObject({ code, message: expect.any(String) })
    expect(error.field).toBe(field)
  })

  it('closes for a frame that is no text, and for one that is too large', async () => {
    const binary = open()
    await once(binary.socket, 'open')
    binary.socket.send(Buffer.from('{"subscribe": {}}'))
    expect(await binary.closed).toEqual([4400, 'BAD_REQUEST'])
    const tooLarge = open()
    await once(tooLarge.socket, 'open')
    tooLarge.socket.send(`{"subscribe": {}}${' '.repeat(limits.events.frameBytes)}`)
    expect((await tooLarge.closed)[0]).toBe(1009)
  })

  it('closes for a client that subscribes again and again', async () => {
    const client = open()
    await once(client.socket, 'open')
    for (let count = 0; count <= limits.events.subscriptions; count += 1) client.socket.send('{"subscribe": {}}')
    expect(await client.closed).toEqual([4429, 'TOO_MANY_REQUESTS'])
  })

  it('pings, and cuts off a client that does not answer', async () => {
    const impatient = await listening({ pingMs: 20, slowMs: 50 })
    const silent = new WebSocket(`ws://${impatient.host}/v1/events/ws`, { autoPong: false })
    opened.push(silent)
    const pings = once(silent, 'ping')
    const [code] = await once(silent, 'close')
    await pings
    expect(code).toBe(1006)
    impatient.front.close()
  })

  it('says to a reader that is too slow that it is', async () => {
    const said: unknown[] = []
    const socket: EventSocket = {
      send: async (text) => void said.push(JSON.parse(text).error.code),
      close: (code) => said.push(code),
      onFrame: () => undefined,
      signal: new AbortController().signal,
    }
    await refuseSocket(socket, new SlowReader('You read too slowly.'), (error) => api.errors.push(error))
    expect(said).toEqual(['TOO_MANY_REQUESTS', 4429])
  })

  it('is refused to other sites and other names, before the API is asked (access 21; ASVS 4.4.2)', async () => {
    const foreign: readonly Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { host: 'evil.example' },
      { origin: 'http://localhost:1' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const socket = new WebSocket(`ws://${host}/v1/events/ws`, { headers })
      socket.on('error', () => undefined)
      const [, response] = await once(socket, 'unexpected-response')
      expect(response.statusCode).toBe(403)
      socket.terminate()
    }
    const own = open({ origin: `http://${host}` })
    await once(own.socket, 'open')
    expect((await api.fetch('/v1/events/ws')).status).toBe(400)
  })

  it('is refused on a public address without encryption (ASVS 4.4.1)', async () => {
    const onError = (error: unknown) => void api.errors.push(error)
    const app = createApp({ ...api.services, storesOf: api.storesOf, actorOf: () => localActor, onError })
    /** The status of the handshake with a public address, which one proxy may forward to. */
    const handshake = async (proxy: string, headers: Record<string, string>) => {
      const front = createFront({
        api: app.fetch,
        pages: null,
        development: false,
        position: () => '0',
        publicUrl: 'https://heddle.example',
        trustedProxies: { trusts: (address) => address === proxy },
        onError,
      })
      await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
      const { port } = front.address() as AddressInfo
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/events/ws`, {
        headers: { host: 'heddle.example', ...headers },
      })
      const status = await new Promise((resolve, reject) => {
        socket.once('open', () => resolve(101))
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode))
        socket.once('error', reject)
      })
      socket.on('error', () => undefined)
      socket.terminate()
      await new Promise((resolve) => front.close(resolve))
      return status
    }
    const [proxy, none] = ['127.0.0.1', '192.0.2.1']
    expect(await handshake(proxy, { 'x-forwarded-proto': 'http' })).toBe(403)
    expect(await handshake(none, {})).toBe(403)
    expect(await handshake(none, { 'x-forwarded-proto': 'https' })).toBe(403)
    expect(await handshake(proxy, { 'x-forwarded-proto': 'https' })).toBe(101)
  })

  it('is refused where the address has parameters', async () => {
    const { closed } = open({}, '/v1/events/ws?kind=x')
    expect(await closed).toEqual([4400, 'BAD_REQUEST'])
  })
})
