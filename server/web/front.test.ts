import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../api/app.ts'
import { bodyOf } from '../api/rest/body-of.ts'
import type { appRouter } from '../api/router.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { createFront } from './front.ts'
import type { Pages } from './next-pages.ts'

/** Stands where Next stands, and shows what it would see of the request. */
const pages: Pages = {
  prepare: async () => undefined,
  answer: async (incoming, outgoing) => {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify(incoming.headers))
  },
  upgrade: async (_, socket) => void socket.destroy(),
  close: async () => undefined,
}

let api: TestApi
let front: ReturnType<typeof createFront>
let port = 0

beforeAll(async () => {
  api = await startTestApi()
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, actorOf: () => localActor, onError })
  front = createFront({ api: app.fetch, pages, development: false, position: () => '17', onError })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  port = (front.address() as AddressInfo).port
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** By node:http, which lets a test set what a browser or `fetch` would not. */
function send(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: { host: `localhost:${port}`, ...headers },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }))
    })
    outgoing.end(body)
  })
}

const json = { 'content-type': 'application/json' }

it.each([
  ['in development Next hears which page asks what, or no page would lead to another', true],
  ['elsewhere nobody tells it', false],
])('%s', async (_, development) => {
  const onError = (error: unknown) => void api.errors.push(error)
  const own = createFront({ api: () => new Response(), pages, development, position: () => '0', onError })
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const { port } = own.address() as AddressInfo
  const asking = { 'x-nextjs-request-id': 'one', 'x-nextjs-html-request-id': 'page', 'x-nextjs-data': '1' }
  const heard = Object.keys((await (await fetch(`http://127.0.0.1:${port}/`, { headers: asking })).json()) as object)
  expect(heard.filter((name) => name.startsWith('x-nextjs-')).toSorted()).toEqual(
    development ? ['x-nextjs-html-request-id', 'x-nextjs-request-id'] : [],
  )
  own.closeAllConnections()
  own.close()
})

it('cuts off an answer that breaks half-way, so that nobody takes it for complete', async () => {
  const told: unknown[] = []
  async function* breaking() {
    for (let line = 0; line < 100; line += 1) yield `${line},${'x'.repeat(1_000)}\r\n`
    throw new Error('the disk is full')
  }
  const body = () => {
    const lines = breaking()
    return bodyOf(lines, lines, (error) => told.push(error))
  }
  const broken = createFront({
    api: () => new Response(body()),
    pages: null,
    development: false,
    position: () => '0',
    onError: () => {},
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/v1/workflow-runs/export`
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(told).toEqual([new Error('the disk is full')])
  broken.closeAllConnections()
  broken.close()
})

describe('the front', () => {
  it('answers for itself: health, API, and pages behind it', async () => {
    expect(await send('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
    expect((await send('/v1/workflows')).status).toBe(200)
    expect((await send('/api/trpc/inbox.counts')).status).toBe(200)
    expect((await send('/workflows')).status).toBe(200)
  })

  it('gives every answer the security headers, and each page a policy with a nonce of its own (ASVS 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.7.1)', async () => {
    for (const path of ['/', '/v1/workflows', '/healthz', '/v1/none']) {
      const { headers } = await send(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(headers['content-security-policy'], path).toContain(directive)
    }
    expect((await send('/v1/workflows')).headers['content-security-policy']).toContain("default-src 'none'")
    const [first, second] = [await send('/'), await send('/')]
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic';/)
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).not.toBe(second.headers['content-security-policy'])
    expect(JSON.parse(first.body)['content-security-policy']).toBe(policy)
  })

  it('lets nobody speak for a proxy, for Next, or for the policy', async () => {
    const spoofed = {
      'x-middleware-subrequest': 'middleware',
      'x-forwarded-host': 'evil',
      'x-real-ip': '10.0.0.1',
      'x-nextjs-data': '1',
      'next-action': 'x',
      'x-request-from': 'internal',
      'content-security-policy': "script-src 'nonce-evil'",
      'x-nonce': 'evil',
      'x-changes-position': 'evil',
    }
    const { body } = await send('/', { headers: spoofed })
    expect(Object.keys(JSON.parse(body)).toSorted()).toEqual([
      'connection',
      'content-security-policy',
      'host',
      'x-changes-position',
      'x-heddle-address',
      'x-nonce',
    ])
    // A page listens from where the changes are as it is asked for.
    expect(JSON.parse(body)['x-changes-position']).toBe('17')
    expect(body).not.toContain('evil')
  })

  it('refuses foreign names and foreign pages before anything else (ASVS 3.4.2)', async () => {
    expect((await send('/', { headers: { host: 'evil.example' } })).status).toBe(403)
    expect((await send('/healthz', { headers: { host: `evil.example:${port}` } })).status).toBe(403)
    const start = { method: 'POST', body: '{}', headers: json }
    const path = '/v1/workflows/run?name=X'
    expect((await send(path, { ...start, headers: { ...json, origin: 'http://evil.example' } })).status).toBe(403)
    expect((await send(path, { ...start, headers: { ...json, 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await send(path, start)).status).toBe(404)
    expect((await send('/workflows', { method: 'POST' })).status).toBe(405)
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    }
    const refused = await send(path, preflight)
    expect(refused.status).toBe(403)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each([
    ['comes from another site', { origin: 'http://evil.example' }, 'x', 'FORBIDDEN', 'comes from another site'],
    ['is too large', {}, 'x'.repeat(3 << 20), 'TOO_LARGE', 'The body is larger than'],
    ['is no JSON by its type', { 'content-type': 'text/plain' }, 'x', 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON'],
    ['holds what cannot be stored', {}, 'a\0b', 'BAD_REQUEST', 'cannot be stored'],
  ])('tells the client of the UI why a call is refused that %s', async (_, headers, description, apiCode, words) => {
    for (const link of [httpLink, httpBatchLink]) {
      const client = createTRPCClient<typeof appRouter>({
        links: [link({ url: `http://localhost:${port}/api/trpc`, headers })],
      })
      const failed = await client.workflows.create.mutate({ name: description }).catch((error: unknown) => error)
      expect(failed).toMatchObject({ message: expect.stringContaining(words), data: { apiCode } })
    }
  })

  it('answers no TRACE, and no request whose method it does not know (ASVS 13.4.4)', async () => {
    for (const path of ['/', '/workflows', '/v1/workflows', '/api/trpc/inbox.counts', '/healthz']) {
      const { status, body } = await send(path, { method: 'TRACE', headers: { 'x-echo': 'echoed' } })
      expect([404, 405, 415], path).toContain(status)
      expect(body).not.toContain('echoed')
    }
  })

  it('survives paths and requests that are none', async () => {
    for (const path of [
      '//',
      '//evil.example/x',
      '/%',
      '/%00',
      '/..%2f..%2fetc/passwd',
      '/v1/../v1/workflows',
      '/?a=%ff',
    ]) {
      expect((await send(path)).status).toBeLessThan(500)
    }
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n'))
      socket.on('data', () => socket.destroy())
      socket.on('close', () => resolve())
    })
    expect((await send('/healthz')).status).toBe(200)
  })

  it('stops reading a body at its bound, while it is being sent (ASVS 5.2.1)', async () => {
    const large = 'x'.repeat(3 << 20)
    const answers = await Promise.all(
      [
        send('/v1/workflows', { method: 'POST', headers: { 'content-type': 'application/yaml' }, body: large }),
        send('/api/trpc/workflows.import', { method: 'POST', headers: json, body: JSON.stringify({ text: large }) }),
      ].map((answer) => answer.catch((error: NodeJS.ErrnoException) => ({ status: error.code, body: '' }))),
    )
    // A client that is still sending when it is refused may see its connection end before the answer.
    for (const { status } of answers) expect([413, 'EPIPE', 'ECONNRESET']).toContain(status)
    expect((await send('/healthz')).status).toBe(200)
  })
})

describe('live views', () => {
  const text =
    'workflow_type: Live\nsteps:\n  - name: A\n    function: t.double\n  - name: Ask\n    type: HUMAN\n    title: Well\n'

  /** Reads a tRPC subscription over real HTTP until `done`. */
  async function read(path: string, input: unknown, lastEventId: string | null, done: (text: string) => boolean) {
    const ending = new AbortController()
    const response = await fetch(
      `http://localhost:${port}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
      {
        headers: { accept: 'text/event-stream', ...(lastEventId !== null && { 'last-event-id': lastEventId }) },
        signal: ending.signal,
      },
    )
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    let received = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      received += decoder.decode(chunk, { stream: true })
      if (done(received)) break
    }
    ending.abort()
    return received
  }

  it('show a run from its first event, and resume after the last event id', async () => {
    expect((await api.publish(text)).status).toBe(201)
    const started = await api.post('/v1/workflows/run?name=Live', { input: { n: 1 } })
    const { run_id } = (await started.json()) as { run_id: string }
    const all = await read('runs.watch', { runId: run_id }, null, (received) => received.includes('human_task.opened'))
    expect(all).toContain('workflow.run.created')
    const id = /\nid: (\d+)\n/.exec(`\n${all.slice(all.indexOf('workflow.run.created'))}`)?.[1] ?? '1'
    await api.post(`/v1/workflow-runs/${run_id}/cancel`, {})
    const rest = await read('runs.watch', { runId: run_id }, id, (received) => received.includes('run.cancelled'))
    expect(rest).not.toContain('workflow.run.created')
  })

  it('name the runs that change', async () => {
    let started: Promise<string> | undefined
    let runId = ''
    const start = async () => {
      const response = await api.post('/v1/workflows/run?name=Live', { input: { n: 1 } })
      return ((await response.json()) as { run_id: string }).run_id
    }
    // What changes is told from the first answer on; the view says something every few seconds, when it has nothing to say too.
    const received = await read('runs.changes', {}, null, (text) => {
      if (text.includes('runIds')) started ??= start().then((id) => (runId = id))
      return runId !== '' && text.includes(runId)
    })
    expect(received).toContain(await started)
  })

  it('end when their reader goes, and leave nothing behind', async () => {
    const count = () => new Promise<number>((resolve) => front.getConnections((_, connections) => resolve(connections)))
    for (let time = 0; time < 120; time += 1) {
      await read('runs.changes', {}, null, (received) => received.includes('runIds'))
    }
    await expect.poll(count).toBeLessThan(20)
    await read('runs.changes', {}, null, (received) => received.includes('runIds'))
  })
})
