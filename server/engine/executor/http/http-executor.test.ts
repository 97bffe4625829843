import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type LookupFunction } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Executor, HttpRequest } from '../../ports.ts'
import { certificate, key } from '../../testing/self-signed.ts'
import { createHttpExecutor, type HttpExecutorOptions } from './http-executor.ts'

const noAnswer = () => undefined
const nothing = { find: noAnswer, originsOf: noAnswer }

describe('the executor of requests', () => {
  const servers: { close(): unknown; closeAllConnections?(): void }[] = []
  const executors: Executor<HttpRequest>[] = []
  afterEach(async () => {
    for (const executor of executors.splice(0)) await executor.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections?.()
      server.close()
    }
  })

  const serve = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const asked: string[] = []
    const server: Server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      answer(request, response)
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return { host, url: `http://${host}`, asked }
  }
  const json = (value: Json) => (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(value))
  }
  const echo = (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () =>
      json({ method: request.method ?? '', url: request.url ?? '', headers: request.headers as Json, body })(
        request,
        response,
      ),
    )
  }

  const open = (options: Partial<HttpExecutorOptions> = {}) => {
    const waiting = new Map<string, (outcome: AttemptOutcome) => void>()
    const executor = createHttpExecutor(
      { allow: [], secrets: nothing, ...options },
      { onOutcome: (id, outcome) => waiting.get(id)?.(outcome), onProgress: noAnswer },
    )
    executors.push(executor)
    let count = 0
    const send = (request: Json, more: Partial<HttpRequest> = {}): Promise<AttemptOutcome> =>
      new Promise((resolve) => {
        count += 1
        const id = more.id ?? `attempt ${count}`
        waiting.set(id, resolve)
        executor.start({
          id,
          runId: 'run',
          ownerId: 'local',
          workflow: 'Flow',
          step: 'Ask',
          iteration: 1,
          attempt: 1,
          undo: false,
          with: request,
          input: null,
          state: {},
          key: 'run/Ask/1/do',
          interruptions: 0,
          http: { request, fixedOrigin: true },
          ...more,
        })
      })
    return { send, executor }
  }
  const secretsOf = (values: Record<string, string>, origins: Record<string, readonly string[]> = {}) => ({
    secrets: { find: (name: string) => values[name], originsOf: (name: string) => origins[name] },
  })

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

  describe('reaches nothing that is not public (attacks 43 to 49, 52)', () => {
    it.each([
      'http://127.0.0.1/',
      'http://localhost/',
      'http://[::1]/',
      'http://0.0.0.0/',
      'http://[64:ff9b::7f00:1]/',
      'http://[fd00::1]/',
      'http://[2002:7f00:1::]/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://[fd00:ec2::254]/',
      'http://198.18.0.1/',
      'http://224.0.0.1/',
      'http://255.255.255.255/',
      'http://192.0.0.192/',
      'http://10.0.0.1/',
      'https://192.168.0.1/',
      'http://[::ffff:7f00:1]/',
    ])('%s', async (url) => {
      expect(await open().send({ url })).toMatchObject({
        kind: 'failed',
        retryable: false,
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
    })

    it.each(['22', '25', '5432', '6379', '2375', '9200', '8080'])('port %s, wherever it is', async (port) => {
      expect(await open().send({ url: `http://example.com:${port}/` })).toMatchObject({
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
    })

    const resolving = (answers: readonly (readonly string[])[]) => {
      let asked = 0
      const lookup: LookupFunction = (_, __, callback) => {
        const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
        asked += 1
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      }
      return { lookup, asked: () => asked }
    }

    it('a name with one address that is not public among others', async () => {
      const { lookup } = resolving([['1.1.1.1', '::1']])
      expect(await open({ lookup }).send({ url: 'http://two-faced.example/' })).toMatchObject({
        retryable: false,
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
    })

    it('a name is asked for once, and what it said is what is connected to', async () => {
      // Public first, this machine the next time: a second look would let it through.
      const names = resolving([['192.0.2.1'], ['127.0.0.1']])
      const { send } = open({ lookup: names.lookup })
      expect(await send({ url: 'http://rebinding.example/' })).toMatchObject({
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
      expect(names.asked()).toBe(1)
    })

    it('the allowed host under its name and port only', async () => {
      const { host, url } = await serve(json({ ok: true }))
      const port = host.split(':')[1]
      const { send } = open({ allow: [host] })
      expect(await send({ url })).toMatchObject({ kind: 'completed' })
      expect(await send({ url: `http://localhost:${port}/` })).toMatchObject({
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
      expect(await open({ allow: ['127.0.0.1'] }).send({ url })).toMatchObject({
        error: { code: 'HTTP_ADDRESS_REFUSED' },
      })
    })

    it('whatever proxy the environment names', async () => {
      const proxy = await serve(json({}))
      process.env.HTTP_PROXY = proxy.url
      try {
        expect(await open().send({ url: 'http://127.0.0.1/' })).toMatchObject({
          error: { code: 'HTTP_ADDRESS_REFUSED' },
        })
        expect(proxy.asked).toEqual([])
      } finally {
        delete process.env.HTTP_PROXY
      }
    })
  })

  describe('follows redirects only when told to, and checks each address anew (attack 46)', () => {
    it('to another address of the same host', async () => {
      const { host, url, asked } = await serve((request, response) => {
        if (request.url === '/there') echo(request, response)
        else response.writeHead(303, { location: '/there' }).end()
      })
      const outcome = await open({ allow: [host] }).send({ method: 'POST', url, body: { a: 1 }, max_redirects: 2 })
      expect(outcome).toMatchObject({ kind: 'completed', output: { method: 'GET', body: '' } })
      expect(asked).toEqual(['POST /', 'GET /there'])
    })

    it.each([
      ['this machine', 'http://localhost/', 'HTTP_ADDRESS_REFUSED'],
      ['the metadata service', 'http://169.254.169.254/', 'HTTP_ADDRESS_REFUSED'],
      ['a hidden form of this machine', 'http://2130706433/', 'HTTP_ADDRESS_REFUSED'],
      ['a file', 'file:///etc/passwd', 'HTTP_REQUEST_INVALID'],
      ['gopher', 'gopher://127.0.0.1/', 'HTTP_REQUEST_INVALID'],
      ['data', 'data:text/plain,x', 'HTTP_REQUEST_INVALID'],
      ['a user', 'http://a:b@example.com/', 'HTTP_REQUEST_INVALID'],
      ['nonsense', 'http://', 'HTTP_REQUEST_INVALID'],
    ])('not to %s', async (_, location, code) => {
      const { host, url } = await serve((_request, response) => response.writeHead(302, { location }).end())
      expect(await open({ allow: [host] }).send({ url, max_redirects: 5 })).toMatchObject({
        retryable: false,
        error: { code },
      })
    })

    it('not in circles', async () => {
      const { host, url, asked } = await serve((_, response) => response.writeHead(302, { location: '/' }).end())
      expect(await open({ allow: [host] }).send({ url, max_redirects: 3 })).toMatchObject({
        error: { code: 'HTTP_REDIRECTS' },
      })
      expect(asked).toHaveLength(4)
    })

    it('without taking credentials or secrets to another origin (attack 53)', async () => {
      const other = await serve(echo)
      const { host, url } = await serve((_, response) => response.writeHead(307, { location: other.url }).end())
      const { send } = open({ allow: [host, other.host], ...secretsOf({ KEY: 'hidden-value' }) })
      const headers = { authorization: 'Basic abc', 'x-key': '{{ secrets.KEY }}', 'x-plain': 'yes', cookie: 'a=b' }
      const outcome = await send({ method: 'POST', url, headers, body: 'b', max_redirects: 1 })
      const sent = (outcome as unknown as { output: { headers: Record<string, string>; body: string } }).output
      expect(sent.body).toBe('b')
      expect(Object.keys(sent.headers).filter((name) => ['authorization', 'x-key', 'cookie'].includes(name))).toEqual(
        [],
      )
      expect(sent.headers['x-plain']).toBe('yes')
      const confidential = await send({ method: 'POST', url, body: { key: '{{ secrets.KEY }}' }, max_redirects: 1 })
      expect(confidential).toMatchObject({ error: { code: 'HTTP_REQUEST_INVALID' } })
      expect(other.asked).toHaveLength(1)
    })
  })

  describe('bounds what comes back (attack 50)', () => {
    it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
      [
        'a body without end',
        (_, response) => {
          const more = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
          }
          response.on('drain', more)
          more()
        },
        'HTTP_ANSWER_TOO_LARGE',
      ],
      [
        'a small body that unpacks to a large one',
        (_, response) => {
          response.setHeader('content-encoding', 'gzip')
          response.end(gzipSync(Buffer.alloc(20 * 1024 * 1024)))
        },
        'HTTP_ANSWER_TOO_LARGE',
      ],
      [
        'a body that is packed twice',
        (_, response) => {
          response.setHeader('content-encoding', 'gzip, br')
          response.end(brotliCompressSync(gzipSync(Buffer.alloc(1024 * 1024))))
        },
        'HTTP_ANSWER_TOO_LARGE',
      ],
      [
        'a thousand encodings',
        (_, response) => {
          response.setHeader('content-encoding', Array(1_000).fill('gzip').join(','))
          response.end('x')
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'an encoding that nobody knows',
        (_, response) => {
          response.setHeader('content-encoding', 'zip')
          response.end('x')
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'what is not packed as it says',
        (_, response) => {
          response.setHeader('content-encoding', 'gzip')
          response.end('not at all')
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'ten thousand headers',
        (request) => {
          const lines = Array.from({ length: 10_000 }, (_, index) => `x-${index}: y`).join('\r\n')
          request.socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`)
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'JSON that nests without end',
        (_, response) => {
          response.setHeader('content-type', 'application/json')
          response.end('['.repeat(50_000) + ']'.repeat(50_000))
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'JSON that is none',
        (_, response) => {
          response.setHeader('content-type', 'application/json')
          response.end('<html>')
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'a key that would change a prototype',
        (_, response) => {
          response.setHeader('content-type', 'application/json')
          response.end('{"__proto__":{"admin":true}}')
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
      [
        'bytes that are no text',
        (_, response) => {
          response.setHeader('content-type', 'image/png')
          response.end(Buffer.from([0xff, 0xd8, 0xff]))
        },
        'HTTP_ANSWER_UNUSABLE',
      ],
    ])('%s', async (_, answer, code) => {
      const { host, url } = await serve(answer)
      expect(await open({ allow: [host] }).send({ url })).toMatchObject({
        kind: 'failed',
        retryable: false,
        error: { code },
      })
    })

    it.each([
      ['a length that is a lie', `content-length: ${1024 ** 3}`],
      ['two lengths', 'content-length: 1\r\ncontent-length: 2'],
    ])('%s is a broken connection', async (_, lines) => {
      const { host, url } = await serve((request) => {
        request.socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\nab`)
      })
      expect(await open({ allow: [host] }).send({ url })).toMatchObject({
        retryable: true,
        error: { code: 'HTTP_UNREACHABLE' },
      })
    })
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

  it('does not talk to a server that cannot prove who it is (attack 55)', async () => {
    const server = createSecureServer({ key, cert: certificate }, (_, response) => response.end('{}'))
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await open({ allow: [host] }).send({ url: `https://${host}/` })).toMatchObject({
      retryable: false,
      error: { code: 'HTTP_NOT_TRUSTED' },
    })
  })

  it('does not take plain text for TLS', async () => {
    const server = createPlainServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await open({ allow: [host] }).send({ url: `https://${host}/` })).toMatchObject({ kind: 'failed' })
  })

  describe('keeps secrets to itself', () => {
    const value = 'c4nary/"+hidden value'

    it('and takes them out of whatever comes back', async () => {
      const { host, url } = await serve((request, response) => {
        const { key: sent = '' } = request.headers
        response.setHeader('x-echo', String(sent))
        json({
          plain: sent as string,
          url: request.url ?? '',
          [String(sent)]: 1,
          base64: Buffer.from(String(sent)).toString('base64'),
        })(request, response)
      })
      const { send } = open({ allow: [host], ...secretsOf({ KEY: value }) })
      const outcome = await send({ url: `${url}/?k={{ secrets.KEY }}`, headers: { key: '{{ secrets.KEY }}' } })
      expect(outcome).toMatchObject({
        kind: 'completed',
        output: { plain: '[secret KEY]', url: '/?k=[secret KEY]', '[secret KEY]': 1, base64: '[secret KEY]' },
        http: { headers: { 'x-echo': '[secret KEY]' } },
      })
      const text = JSON.stringify(outcome)
      for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
        expect(text).not.toContain(form)
    })

    it('also where an error quotes the answer', async () => {
      const { host, url } = await serve((request, response) =>
        response.writeHead(400).end(`${'x'.repeat(995)}${request.headers.key}`),
      )
      const { send } = open({ allow: [host], ...secretsOf({ KEY: value }) })
      const outcome = await send({ url: `${url}/{{ secrets.KEY }}`, headers: { key: '{{ secrets.KEY }}' } })
      expect(JSON.stringify(outcome)).not.toContain('c4na')
    })

    it('and says which one is missing', async () => {
      const outcome = await open().send({ url: 'http://example.com/', headers: { key: '{{ secrets.KEY }}' } })
      expect(outcome).toMatchObject({
        error: { code: 'HTTP_REQUEST_INVALID', message: expect.stringContaining('HEDDLE_SECRET_KEY') },
      })
    })

    it('and sends none where data leads, unless the operator lists that origin', async () => {
      const { host, url, asked } = await serve(json({}))
      const request = { url, headers: { key: '{{ secrets.KEY }}' } }
      const chosen = { http: { request, fixedOrigin: false } }
      const values = { KEY: value }
      const refused = { error: { code: 'HTTP_REQUEST_INVALID' } }
      expect(await open({ allow: [host], ...secretsOf(values) }).send(request, chosen)).toMatchObject(refused)
      const elsewhere = secretsOf(values, { KEY: ['https://api.example.com'] })
      expect(await open({ allow: [host], ...elsewhere }).send(request)).toMatchObject(refused)
      expect(asked).toEqual([])
      const here = secretsOf(values, { KEY: [url] })
      expect(await open({ allow: [host], ...here }).send(request, chosen)).toMatchObject({ kind: 'completed' })
    })
  })
})
