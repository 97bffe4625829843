import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { requestAddress } from '../request-address.ts'
import { parseTrustedProxies, type TrustedProxies } from '../trusted-proxies.ts'
import { createFront, type FrontOptions } from './front.ts'
import type { Pages } from './next-pages.ts'
import { selfSigned } from './testing/self-signed.ts'

const pages: Pages = {
  prepare: async () => undefined,
  answer: async (_, outgoing) => void outgoing.end('a page'),
  upgrade: async (_, socket) => void socket.destroy(),
  close: async () => undefined,
}
const errors: unknown[] = []
const options: FrontOptions = {
  api: (request) => Response.json({ address: requestAddress(request) }),
  pages,
  development: false,
  position: () => '0',
  login: true,
  publicUrl: 'https://heddle.example',
  onError: (error) => errors.push(error),
}
const certificate = selfSigned('heddle.example')
const own = createFront({ ...options, certificate })
const proxied = createFront({ ...options, trustedProxies: parseTrustedProxies('127.0.0.1') as TrustedProxies })
/** Its peers are not trusted: the proxies are elsewhere. */
const bypassed = createFront({ ...options, trustedProxies: parseTrustedProxies('10.0.0.0/8') as TrustedProxies })
const fronts = [own, proxied, bypassed]
beforeAll(async () => {
  for (const front of fronts) await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const front of fronts) front.close().closeAllConnections()
  expect(errors).toEqual([])
})
const portOf = (front: Server) => (front.address() as AddressInfo).port

interface TestRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}
interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The answer of a front under its public name; headers of the test come last. */
function ask(front: Server, { method = 'GET', path = '/v1/x', headers = {} }: TestRequest = {}): Promise<Answer> {
  const to = { port: portOf(front), host: '127.0.0.1', path, method, agent: false }
  const all = { headers: { host: 'heddle.example', ...headers } }
  const sent =
    front === own
      ? httpsRequest({ ...to, ...all, ca: certificate.cert, servername: 'heddle.example' })
      : httpRequest({ ...to, ...all })
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: (await answer.toArray()).join('') })
    })
    sent.end()
  })
}

describe('under its public URL (access 11; ASVS 4.1.3, 12.2.1, 12.2.2, 3.4.1)', () => {
  it('Heddle answers with its own certificate, and every answer keeps the browser at TLS', async () => {
    for (const path of ['/', '/v1/x', '/v1/../x', '/healthz']) {
      const { headers } = await ask(own, { path })
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
    expect(JSON.parse((await ask(own)).body)).toEqual({ address: '127.0.0.1' })
  })

  it('speaks TLS 1.2 and 1.3 with authenticated encryption alone, the newest first (access 11; ASVS 12.1.1, 12.1.2)', async () => {
    const offer = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const socket = connectTls({
          ...{ port: portOf(own), host: '127.0.0.1', ca: certificate.cert, servername: 'heddle.example' },
          ...options,
        })
        socket.on('error', () => resolve('refused'))
        socket.on('secureConnect', () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
          socket.destroy()
        })
      })
    expect(await offer({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384')
    expect(await offer({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-\w+-AES256-GCM-SHA384$/)
    // The weak versions and suites are offered by a client that would take them.
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      expect(await offer({ minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' })).toBe('refused')
    for (const ciphers of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA384'])
      expect(await offer({ maxVersion: 'TLSv1.2', ciphers }), ciphers).toBe('refused')
  })

  it('knows one host, and neither this machine nor another name', async () => {
    for (const front of [own, proxied]) {
      expect((await ask(front, { headers: { host: 'HEDDLE.example:443' } })).status).toBe(200)
      for (const host of [`localhost:${portOf(front)}`, '127.0.0.1', 'heddle.example.evil', 'heddle.example:444', ''])
        for (const path of ['/', '/v1/x', '/healthz'])
          expect((await ask(front, { path, headers: { host } })).status, host).toBe(403)
    }
  })

  it('refuses a second Host, wherever it is', async () => {
    const socket = connectTls({
      port: portOf(own),
      host: '127.0.0.1',
      ca: certificate.cert,
      servername: 'heddle.example',
    })
    socket.write('GET /v1/x HTTP/1.1\r\nHost: heddle.example\r\nHost: evil.example\r\n\r\n')
    const text = String((await once(socket, 'data'))[0])
    socket.destroy()
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('The header host appears twice')
  })

  it('believes what a trusted proxy says of address and scheme; pages lead to TLS, calls are refused (access 11; ASVS 4.1.2, 15.3.4)', async () => {
    const headers = { 'x-forwarded-for': '9.9.9.9, 203.0.113.5', 'x-forwarded-proto': 'https' }
    expect(JSON.parse((await ask(proxied, { headers })).body)).toEqual({ address: '203.0.113.5' })
    const http = { ...headers, 'x-forwarded-proto': 'https, http' }
    expect(await ask(proxied, { headers: http })).toMatchObject({
      status: 403,
      body: expect.stringContaining('This connection is not encrypted. Use https://heddle.example.'),
    })
    expect(await ask(proxied, { path: '/runs?status=failed', headers: http })).toMatchObject({
      status: 308,
      headers: { location: 'https://heddle.example/runs?status=failed' },
    })
  })

  it('believes nothing that anybody else says: neither address nor scheme change (access 11; ASVS 15.3.4)', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.5',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=203.0.113.5;proto=https',
      'x-heddle-address': '203.0.113.5',
    }
    expect(JSON.parse((await ask(own, { headers })).body)).toEqual({ address: '127.0.0.1' })
    expect((await ask(bypassed, { headers })).status).toBe(403)
    expect(await ask(bypassed, { path: '/', headers })).toMatchObject({ status: 308 })
    expect((await ask(bypassed, { path: '/healthz', headers })).status).toBe(200)
    expect((await ask(own, { headers: { 'x-forwarded-proto': 'http' } })).status).toBe(200)
  })

  it('closes an upgrade at once, also of its own page', async () => {
    for (const origin of ['https://heddle.example', 'https://evil.example']) {
      const began = performance.now()
      const socket = connect({ port: portOf(proxied), host: '127.0.0.1', allowHalfOpen: true })
      const lines = [`host: heddle.example`, `origin: ${origin}`, 'connection: Upgrade', 'upgrade: websocket']
      socket.write(`GET /api/trpc/x HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      await once(socket, 'end')
      expect(performance.now() - began).toBeLessThan(1_000)
      expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 40[34] /)
      socket.destroy()
    }
  })
})

describe('a change that a browser sends (access 7; ASVS 3.5.1, 3.5.2, 3.5.3)', () => {
  const json = { 'content-type': 'application/json' }
  const change = (headers: Record<string, string>, method = 'POST') =>
    ask(proxied, { method, path: '/api/trpc/runs.start', headers: { cookie: '__Host-heddle=x', ...headers } })

  it.each([
    ['a foreign origin', { ...json, origin: 'https://evil.example' }, 403],
    ['no origin to speak of', { ...json, origin: 'null' }, 403],
    ['the same host without TLS', { ...json, origin: 'http://heddle.example' }, 403],
    ['another port', { ...json, origin: 'https://heddle.example:8443' }, 403],
    ['a host below', { ...json, origin: 'https://a.heddle.example' }, 403],
    ['another site', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the site', { ...json, 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['text', { 'content-type': 'text/plain;charset=UTF-8' }, 415],
    ['no type, though its origin is ours', { origin: 'https://heddle.example' }, 415],
  ])('is refused with %s', async (_, headers, status) => {
    expect((await change(headers)).status).toBe(status)
  })

  it('passes from our own page, and a program with a key needs no type', async () => {
    const own = { ...json, origin: 'https://heddle.example', 'sec-fetch-site': 'same-origin' }
    expect((await change(own)).status).toBe(200)
    expect((await ask(proxied, { method: 'POST', headers: { authorization: 'Bearer hdl_x' } })).status).toBe(200)
  })

  it('may not be hidden behind the return from an identity provider, which is a navigation alone (access 7; ASVS 3.5.1, 3.5.8)', async () => {
    const path = '/api/auth/callback/idp'
    const navigation = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const status = async (asked: TestRequest) => (await ask(proxied, { path, headers: navigation, ...asked })).status
    expect(await status({})).toBe(200)
    expect(await status({ method: 'POST' })).toBe(403)
    expect(await status({ headers: { ...navigation, 'sec-fetch-dest': 'iframe' } })).toBe(403)
    expect(await status({ headers: { ...navigation, 'sec-fetch-mode': 'no-cors' } })).toBe(403)
    expect(await status({ headers: { ...navigation, origin: 'https://idp.example' } })).toBe(403)
    for (const other of ['/api/auth/sign-out', '/api/auth/callback', '/api/auth/oauth2/callback/idp'])
      expect(await status({ path: other })).toBe(403)
  })
})

describe('connections (access 19; ASVS 13.1.2, 13.2.6)', () => {
  it('of one address are bounded, those of a trusted proxy are not', async () => {
    const openAll = async (front: Server) => {
      const sockets = Array.from({ length: limits.web.connectionsPerAddress + 4 }, () =>
        connect({ port: portOf(front), host: '127.0.0.1' }),
      )
      for (const socket of sockets) {
        socket.on('error', () => undefined)
        await once(socket, 'connect')
      }
      const count = () => new Promise<number>((resolve) => front.getConnections((_, open) => resolve(open)))
      return { sockets, count }
    }
    const direct = await openAll(bypassed)
    await expect.poll(direct.count).toBe(limits.web.connectionsPerAddress)
    for (const socket of direct.sockets) socket.destroy()
    await expect.poll(direct.count).toBe(0)
    expect((await ask(bypassed, { path: '/healthz' })).status).toBe(200)
    const behind = await openAll(proxied)
    await expect.poll(behind.count).toBeGreaterThanOrEqual(behind.sockets.length)
    for (const socket of behind.sockets) socket.destroy()
  })
})
