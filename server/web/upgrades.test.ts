import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFront } from './front.ts'
import type { Pages } from './next-pages.ts'

/** The paths of the sockets that were handed to Next. */
let handedOver: string[] = []
const pages: Pages = {
  prepare: async () => undefined,
  answer: async (_, outgoing) => void outgoing.end('a page'),
  upgrade: async (incoming, socket) => {
    handedOver.push(incoming.url ?? '')
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n')
  },
  close: async () => undefined,
}

const errors: unknown[] = []
let front: ReturnType<typeof createFront>
let port = 0
async function open(development: boolean): Promise<void> {
  front = createFront({
    api: () => Response.json({ answered: true }),
    pages,
    development,
    position: () => '0',
    onError: (error) => errors.push(error),
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  port = (front.address() as AddressInfo).port
}
beforeEach(() => {
  handedOver = []
})
afterEach(() => {
  front.closeAllConnections()
  front.close()
  expect(errors).toEqual([])
})

const own = () => ({ host: `localhost:${port}`, origin: `http://localhost:${port}` })
const websocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** What a request is answered, read until the server ends the connection; this side never ends it. */
async function answerTo(path: string, headers: Record<string, string>, rest = ''): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${rest}`)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'end')
  socket.destroy()
  return text
}

const openConnections = () =>
  new Promise<number>((resolve) => front.getConnections((_, connections) => resolve(connections)))

describe('an upgrade to another protocol', () => {
  it.each([
    ['of another site', () => ({ ...own(), origin: 'http://evil.example' }), '403 Forbidden'],
    ['under another name', () => ({ host: 'evil.example', origin: 'http://evil.example' }), '403 Forbidden'],
    ['by a page of another port', () => ({ ...own(), origin: 'http://localhost:1' }), '403 Forbidden'],
    ['that a browser calls cross-site', () => ({ ...own(), 'sec-fetch-site': 'cross-site' }), '403 Forbidden'],
    ['of our own page', own, '404 Not Found'],
  ] as const)('%s is refused, and its socket closed, wherever it is sent', async (_, headers, status) => {
    await open(false)
    for (const path of ['/', '/_next/hmr', '/_next/webpack-hmr', '/api/trpc/x', '/v1/workflow-runs', '/none', '//']) {
      const answer = await answerTo(path, { ...headers(), ...websocket }, 'bytes of that protocol')
      expect(answer, path).toContain(`HTTP/1.1 ${status}\r\n`)
    }
    expect(handedOver).toEqual([])
    await expect.poll(openConnections).toBe(0)
  })

  it('is refused three hundred times over, and nothing stays open', async () => {
    await open(false)
    const foreign = { host: 'evil.example', origin: 'http://evil.example', ...websocket }
    const answers = await Promise.all(Array.from({ length: 300 }, () => answerTo('/api/trpc/x', foreign)))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 403'))).toHaveLength(300)
    await expect.poll(openConnections).toBe(0)
  })

  it('is closed for a peer that reads nothing and never ends its side', async () => {
    await open(false)
    const silent = Array.from({ length: 100 }, () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
      socket.write('GET /x HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
      return socket
    })
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    await expect.poll(async () => (await openConnections()) < 100).toBe(true)
    await expect.poll(openConnections).toBe(0)
    for (const socket of silent) socket.destroy()
  })

  it('reaches Next in development, from our own pages and for its own path only', async () => {
    await open(true)
    expect(await answerTo('/_next/hmr?id=1', { ...own(), ...websocket })).toContain('101 Switching Protocols')
    expect(handedOver).toEqual(['/_next/hmr?id=1'])
    for (const [path, headers] of [
      ['/_next/hmr', { ...own(), origin: 'http://evil.example' }],
      ['/_next/hmr', { ...own(), host: 'evil.example' }],
      ['/_next/hmr/more', own()],
      ['/', own()],
    ] as const) {
      expect(await answerTo(path, { ...headers, ...websocket })).toMatch(/^HTTP\/1\.1 40[34] /)
    }
    expect(handedOver).toHaveLength(1)
  })

  it('to HTTP/2 is offered by clients that speak HTTP/1.1 as well: their request is answered', async () => {
    await open(false)
    const offer = { connection: 'Upgrade, HTTP2-Settings, close', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
    expect(await answerTo('/v1/workflows', { ...own(), ...offer })).toContain('{"answered":true}')
    const foreign = { host: 'evil.example', ...offer, connection: 'Upgrade, HTTP2-Settings' }
    expect(await answerTo('/v1/workflows', foreign)).toContain('403 Forbidden')
  })
})

describe('a header that is there twice', () => {
  it.each([
    ['host', 'localhost', 'evil.example'],
    ['origin', 'http://localhost', 'http://evil.example'],
    ['Content-Type', 'application/json', 'text/plain'],
    ['authorization', 'Bearer a', 'Bearer b'],
    ['Idempotency-Key', 'a', 'b'],
    ['last-event-id', '1', '2'],
    ['sec-fetch-site', 'same-origin', 'cross-site'],
    ['heddle-act-as', 'ana', 'ben'],
  ])('is refused, and so is one that comes after thousands of others: %s (ASVS 15.3.7)', async (name, one, theirs) => {
    await open(false)
    const ours = one.replace('localhost', `localhost:${port}`)
    const padding = 'a:\r\n'.repeat(2_100)
    for (const [first, last] of [
      [ours, theirs],
      [theirs, ours],
      [ours, ours],
    ]) {
      for (const between of ['', padding]) {
        const host = name === 'host' ? {} : { host: own().host }
        const answer = await answerTo('/v1/workflows', { ...host, [name]: `${first}\r\n${between}${name}: ${last}` })
        expect(answer).toContain('HTTP/1.1 400 Bad Request')
        expect(answer).toContain(`The header ${name.toLowerCase()} appears twice. Send it once.`)
      }
    }
  })

  it('is refused by the parser where it would say how long the body is (ASVS 4.2.1)', async () => {
    await open(false)
    const twice = { ...own(), 'content-length': '0\r\ncontent-length: 5' }
    expect(await answerTo('/v1/workflows', twice)).toContain('HTTP/1.1 400 Bad Request')
    // A length and chunks, or chunks of a spelling that another server may not understand: two ends of one body.
    for (const encoding of ['chunked', 'chunked, identity', 'xchunked']) {
      const both = { ...own(), 'content-length': '6', 'transfer-encoding': encoding }
      const answer = await answerTo('/v1/workflows', both, '0\r\n\r\nX')
      expect(answer, encoding).toContain('HTTP/1.1 400 Bad Request')
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    }
  })
})
