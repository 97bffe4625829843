import { createServer as createSecureServer } from 'node:https'
import { createServer as createPlainServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { certificate, key } from '#proof/testing/self-signed.ts'
import { echo, json, localServers } from './testing/local-servers.ts'

const { listen, open, serve } = localServers()

describe('the executor of requests', () => {
  it('sends method, query, headers, body and the stable key, and gives the parsed body with status and headers', async () => {
    const { host, url } = await serve(echo)
    const { send } = open({ allow: [host] })
    const outcome = await send({
      method: 'POST',
      url: `${url}/orders?a=1`,
      query: { b: 'x y', c: [1, 2], d: null },
      headers: { 'X-Mine': 'yes', 'X-Number': 7 },
      body: { n: 1 },
    })
    expect(outcome).toMatchObject({
      kind: 'completed',
      output: {
        method: 'POST',
        url: '/orders?a=1&b=x+y&c=1&c=2',
        headers: {
          'idempotency-key': 'run/Ask/1/do',
          'x-mine': 'yes',
          'x-number': '7',
          'content-type': 'application/json',
        },
        body: '{"n":1}',
      },
      http: { status: 200, headers: { 'content-type': 'application/json' } },
    })
  })

  it.each<[string, string, number, string]>([
    ['HEAD', 'gzip', 200, 'gzip'],
    ['HEAD', 'of its own', 200, 'zstd'],
    ['DELETE', 'gzip', 204, 'gzip'],
    ['POST', 'gzip and is empty', 200, 'gzip'],
    ['POST', 'brotli and is empty', 200, 'gzip, br'],
    ['POST', 'deflate and is empty', 200, 'deflate'],
  ])(
    'takes an answer to %s without a body that says it is packed by %s for nothing',
    async (method, _, status, encoding) => {
      const { host, url } = await serve((_request, response) => {
        response.writeHead(status, { 'content-encoding': encoding, 'content-type': 'application/json' }).end()
      })
      const { send } = open({ allow: [host] })
      expect(await send({ method, url })).toMatchObject({ kind: 'completed', output: null, http: { status } })
    },
  )

  it.each<[string, string | undefined, string | Buffer, Json]>([
    ['JSON', 'application/problem+json; charset=utf-8', '{"a":[1]}', { a: [1] }],
    ['text', 'text/plain; charset=latin1', Buffer.from([0xe4]), 'ä'],
    ['nothing', 'application/json', '', null],
    ['JSON that nobody calls so', undefined, '{"a":1}', { a: 1 }],
    ['text that nobody calls so', undefined, 'hello', 'hello'],
  ])('reads %s', async (_, type, body, output) => {
    const { host, url } = await serve((_request, response) => {
      if (type) response.setHeader('content-type', type)
      response.end(body)
    })
    expect(await open({ allow: [host] }).send({ url })).toMatchObject({ kind: 'completed', output })
  })

  it.each<[number, Record<string, string>, Json, object]>([
    [
      404,
      {},
      {},
      { kind: 'failed', retryable: false, error: { code: 'HTTP_404', message: expect.stringContaining('why') } },
    ],
    [404, {}, { expect_status: [200, 404] }, { kind: 'completed' }],
    [200, {}, { expect_status: 201 }, { kind: 'failed', retryable: false, error: { code: 'HTTP_200' } }],
    [503, {}, {}, { kind: 'failed', retryable: true, error: { code: 'HTTP_503' } }],
    [500, { 'retry-after': '7' }, {}, { retryable: true, retryAfterMs: 7_000 }],
    [429, { 'retry-after': '999999999' }, {}, { retryable: true, retryAfterMs: limits.http.retryAfterMs }],
    [429, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, {}, { retryAfterMs: limits.http.retryAfterMs }],
    [429, { 'retry-after': 'Fri, 01 Jan 1999 00:00:00 GMT' }, {}, { retryAfterMs: 0 }],
    [429, { 'retry-after': '-5' }, {}, { retryable: true }],
    [302, { location: '/elsewhere' }, {}, { kind: 'failed', retryable: false, error: { code: 'HTTP_302' } }],
  ])('takes status %d %j with %j for what it says', async (status, headers, more, expected) => {
    const { host, url } = await serve((_, response) => {
      response.writeHead(status, headers)
      response.end('why')
    })
    expect(await open({ allow: [host] }).send({ url, ...(more as object) })).toMatchObject(expected)
  })

  it('tries again later when nobody is there or the connection breaks', async () => {
    const { host, url } = await serve((request) => request.socket.destroy())
    const broken = { kind: 'failed', retryable: true, error: { code: 'HTTP_UNREACHABLE' } }
    expect(await open({ allow: [host] }).send({ url })).toMatchObject(broken)
    expect(await open({ allow: ['127.0.0.1:1'] }).send({ url: 'http://127.0.0.1:1/' })).toMatchObject(broken)
  })

  it('ends at its deadline, also when an answer trickles (attack 50)', async () => {
    const { host, url } = await serve((_, response) => {
      const trickle = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(trickle))
    })
    expect(await open({ allow: [host] }).send({ url }, { timeoutMs: 100 })).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: 'STEP_TIMEOUT' },
    })
  })

  it('breaks the request off when the step is cancelled, and says nothing', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const { promise: there, resolve: arrived } = Promise.withResolvers<void>()
    const { host, url } = await serve((_, response) => {
      response.on('close', resolve)
      arrived()
    })
    const { send, executor } = open({ allow: [host] })
    let heard = false
    void send({ url }, { id: 'mine' }).then(() => {
      heard = true
    })
    await there
    executor.cancel('mine')
    await gone
    expect(heard).toBe(false)
  })

  it.each<[string, Json]>([
    ['a line break in a header', { headers: { 'x-a': 'b\r\nhost: evil' } }],
    ['a line break in the name of a header', { headers: { 'x-a\r\nb': 'c' } }],
    ['Host', { headers: { Host: 'evil' } }],
    ['Transfer-Encoding', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['Content-Length', { headers: { 'content-length': '3' } }],
    ['Connection', { headers: { Connection: 'upgrade' } }],
    ['Proxy-Authorization', { headers: { 'proxy-authorization': 'x' } }],
    ['too many headers', { headers: { 'x-a': 'x'.repeat(40_000) } }],
    ['an unknown method', { method: 'CONNECT' }],
    ['a GET with a body', { body: 'x' }],
    ['too large a body', { method: 'POST', body: 'x'.repeat(limits.http.requestBytes + 1) }],
    ['an expression that nobody has rendered', { headers: { 'x-a': '{{ state.a }}' } }],
  ])('refuses to send %s (attacks 27, 51)', async (_, more) => {
    const { host, url, asked } = await serve(json({}))
    const outcome = await open({ allow: [host] }).send({ url, ...(more as object) })
    expect(outcome).toMatchObject({ retryable: false, error: { code: 'HTTP_REQUEST_INVALID' } })
    expect(asked).toEqual([])
  })

  it('does not talk to a server that cannot prove who it is (attack 55) (ASVS 12.3.2)', async () => {
    const host = await listen(createSecureServer({ key, cert: certificate }, (_, response) => response.end('{}')))
    expect(await open({ allow: [host] }).send({ url: `https://${host}/` })).toMatchObject({
      retryable: false,
      error: { code: 'HTTP_NOT_TRUSTED' },
    })
  })

  it('does not take plain text for TLS', async () => {
    const host = await listen(createPlainServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')))
    expect(await open({ allow: [host] }).send({ url: `https://${host}/` })).toMatchObject({ kind: 'failed' })
  })
})
