import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
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
    const { send } = open({ allow: [host], ...secretsOf({ KEY: `p@ss!w'o(r)d ~x"y` }) })
    for (const expect_status of [200, 404]) {
      const text = JSON.stringify(await send({ url: url + path, ...request, expect_status }))
      expect(text).toContain('[secret KEY]')
      // Of each spelling, what stands before and behind the signs that are encoded.
      expect(text).not.toMatch(/ss.{1,3}w|d.{1,3}~x|~x|%7Ex/)
    }
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
