import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { SecretSource } from '../../../secrets.ts'
import { echo, json, localServers, secretsOf } from './testing/local-servers.ts'

const { open, serve } = localServers()

describe('the executor of requests keeps secrets to itself', () => {
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
    const { send } = open({ allow: [host], ...secretsOf({ KEY: value }, url) })
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
    const { send } = open({ allow: [host], ...secretsOf({ KEY: value }, url) })
    const outcome = await send({ url: `${url}/{{ secrets.KEY }}`, headers: { key: '{{ secrets.KEY }}' } })
    expect(JSON.stringify(outcome)).not.toContain('c4na')
  })

  const part = '{{ secrets.KEY }}'
  it.each<[string, string, { readonly [key: string]: Json }]>([
    ['the path', `/${part}`, {}],
    ['the query of the url', `/?k=${part}`, {}],
    ['the query of the url, beside other queries', `/?k=${part}`, { query: { b: 1 } }],
    ['the query', '/', { query: { k: part } }],
    ['what is no text in the query', '/', { query: { k: [{ a: part }] } }],
    ['a header', '/', { headers: { key: part } }],
    ['the body', '/', { method: 'POST', body: { k: part } }],
    ['a body that is text', '/', { method: 'POST', body: `k=${part}` }],
  ])('in whatever spelling they come back that were in %s', async (_, path, request) => {
    const { host, url } = await serve(echo)
    const { send } = open({ allow: [host], ...secretsOf({ KEY: `p@ss!w'o(r)d ~x"y` }, url) })
    for (const expect_status of [200, 404]) {
      const text = JSON.stringify(await send({ url: url + path, ...request, expect_status }))
      expect(text).toContain('[secret KEY]')
      // Of each spelling, what stands before and behind the signs that are encoded.
      expect(text).not.toMatch(/ss.{1,3}w|d.{1,3}~x|~x|%7Ex/)
    }
  })

  it('and says which one is missing, or has no origins', async () => {
    const request = { url: 'http://example.com/', headers: { key: '{{ secrets.KEY }}' } }
    expect(await open().send(request)).toMatchObject({
      retryable: false,
      error: { code: 'SECRET_NOT_SET', message: expect.stringContaining('set HEDDLE_SECRET_KEY') },
    })
    expect(await open(secretsOf({ KEY: value })).send(request)).toMatchObject({
      retryable: false,
      error: { code: 'SECRET_WITHOUT_ORIGINS', message: expect.stringContaining('Set HEDDLE_ORIGINS_KEY') },
    })
  })

  it('and sends none without origins, nor to an origin that is not listed, whoever wrote the url', async () => {
    const { host, url, asked } = await serve(json({}))
    const request = { url, headers: { key: '{{ secrets.KEY }}' } }
    for (const [origins, code] of [
      ['', 'SECRET_WITHOUT_ORIGINS'],
      ['functions', 'SECRET_NOT_ALLOWED'],
      ['https://api.example.com', 'SECRET_NOT_ALLOWED'],
    ] as const) {
      const outcome = await open({ allow: [host], ...secretsOf({ KEY: value }, origins) }).send(request)
      expect(outcome).toMatchObject({ retryable: false, error: { code } })
    }
    expect(asked).toEqual([])
    const here = secretsOf({ KEY: value }, 'https://api.example.com', url)
    expect(await open({ allow: [host], ...here }).send(request)).toMatchObject({ kind: 'completed' })
  })

  it.each([
    ['the host', 'http://{{ secrets.KEY }}.example/x'],
    ['the port', 'http://example.com:{{ secrets.KEY }}/x'],
    ['the scheme', '{{ secrets.KEY }}://example.com/x'],
    ['the user', 'http://u:{{ secrets.KEY }}@example.com/x'],
    ['the whole address', '{{ secrets.KEY }}'],
  ])('and refuses one in %s', async (_, url) => {
    const outcome = await open(secretsOf({ KEY: 'BoundSecretXyz789' }, 'http://example.com')).send({ url })
    expect(outcome).toMatchObject({ retryable: false, error: { code: 'SECRET_IN_ORIGIN' } })
    expect(JSON.stringify(outcome).toLowerCase()).not.toContain('boundsecretxyz789')
  })

  it.each([
    ['a port that is closed', 'http://TopSecretValueAbc123.example:81/'],
    ['a private address', 'http://127.0.0.1:9/TopSecretValueAbc123'],
    ['a host in another form', 'http://TopSecretValueAbc123%2eexample/'],
    ['a host that cannot be', 'http://TopSecretValueAbc123:99999/'],
    ['a host that does not exist', 'http://TopSecretValueAbc123.invalid/'],
    ['a host that is reversed', 'http://321cbAeulaVterceSpoT.example:81/'],
  ])('and tells no host when a redirect leads to %s', async (_, location) => {
    const { host, url } = await serve((_request, response) => response.writeHead(302, { location }).end())
    const { send } = open({ allow: [host], ...secretsOf({ KEY: 'TopSecretValueAbc123' }, url) })
    const outcome = await send({ url, headers: { key: '{{ secrets.KEY }}' }, max_redirects: 3 })
    expect(outcome.kind).toBe('failed')
    const text = JSON.stringify(outcome).toLowerCase()
    for (const part of ['topsecret', 'abc123', '321cba', '.example', '127.0.0.1']) expect(text).not.toContain(part)
  })

  it('and redacts a secret that this request did not carry', async () => {
    const { host, url } = await serve(json({ kept: value.toUpperCase() }))
    const { send } = open({ allow: [host], ...secretsOf({ KEY: value }, url) })
    expect(await send({ url })).toMatchObject({ output: { kept: '[secret KEY]' } })
  })

  it('sends a request without secrets while they are read, and gives its answer away only then', async () => {
    const { url, host, asked } = await serve(json({ said: 'made-just-now-value' }))
    const { secrets: before } = secretsOf({ KEY: 'former-value' }, url)
    const { secrets: now } = secretsOf({ KEY: 'made-just-now-value' }, url)
    const read = Promise.withResolvers<void>()
    const secrets: SecretSource = { ...before, fresh: (ownerId) => read.promise.then(() => now.fresh(ownerId)) }
    const { send } = open({ allow: [host], secrets })
    let outcome: unknown
    const plain = send({ url: `${url}/plain` }).then((given) => {
      outcome = given
    })
    const carrying = send({ url: `${url}/carrying`, headers: { key: '{{ secrets.KEY }}' } })
    await expect.poll(() => asked).toEqual(['GET /plain'])
    expect(outcome).toBeUndefined()
    read.resolve()
    await Promise.all([plain, carrying])
    expect(outcome).toMatchObject({ kind: 'completed', output: { said: '[secret KEY]' } })
    expect(asked).toEqual(['GET /plain', 'GET /carrying'])
  })
})
