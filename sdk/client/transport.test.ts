import { describe, expect, it } from 'vitest'
import { HeddleClient } from './heddle-client.ts'
import { fakeServer } from './testing/fake-server.ts'

const baseUrl = 'http://heddle.test'
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { error: { code: status === 429 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', message: 'Later.' } },
      { status, headers },
    )
const begun = () => Response.json({ run_id: 'r', status: 'pending', variants: 1 }, { status: 201 })
const now = { 'retry-after': '0' }

describe('public-run 15: requests of the client', () => {
  it('are repeated after 429 and 503, a start under one key', async () => {
    const { asked, fetch } = fakeServer([refused(503, now), refused(429, now), begun])
    const client = new HeddleClient({ baseUrl, fetch })
    expect(await client.workflows.runs.submit('a/b', { input: { n: 1 }, version: 2 })).toMatchObject({ run_id: 'r' })
    expect(asked).toHaveLength(3)
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
    expect(asked.map(({ body }) => body)).toEqual(Array(3).fill('{"input":{"n":1}}'))
    expect(asked[2]?.url.search).toBe('?name=a%2Fb&version=2')
  })

  it('are not repeated where they may have changed something, and have no key', async () => {
    const { asked, fetch } = fakeServer([refused(503, now), begun])
    const client = new HeddleClient({ baseUrl, fetch })
    await expect(client.webhooks.create('local', { url: 'https://a.example' })).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(1)
  })

  it('are repeated at once when the server closes the connection before its answer, unless it may have changed something', async () => {
    const lost = () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
    }
    const start = fakeServer([lost, lost, begun])
    expect(await new HeddleClient({ baseUrl, fetch: start.fetch }).workflows.runs.submit('a')).toMatchObject({
      run_id: 'r',
    })
    expect(new Set(start.asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    const change = fakeServer([lost, begun])
    const client = new HeddleClient({ baseUrl, fetch: change.fetch })
    await expect(client.webhooks.create('local', { url: 'https://a.example' })).rejects.toThrow('fetch failed')
    expect(change.asked).toHaveLength(1)
    const often = fakeServer(Array(9).fill(lost))
    await expect(new HeddleClient({ baseUrl, fetch: often.fetch }).workflows.runs.get('r')).rejects.toThrow(
      'fetch failed',
    )
    expect(often.asked).toHaveLength(4)
    const unreachable = fakeServer([
      () => {
        throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
      },
    ])
    await expect(new HeddleClient({ baseUrl, fetch: unreachable.fetch }).workflows.runs.get('r')).rejects.toThrow()
    expect(unreachable.asked).toHaveLength(1)
  })

  it('are given up after three repetitions, or when the server asks for a long pause', async () => {
    const often = fakeServer(Array(9).fill(refused(429, now)))
    await expect(new HeddleClient({ baseUrl, fetch: often.fetch }).workflows.runs.get('r')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
    })
    expect(often.asked).toHaveLength(4)
    const long = fakeServer([refused(429, { 'retry-after': '3600' })])
    await expect(new HeddleClient({ baseUrl, fetch: long.fetch }).workflows.runs.get('r')).rejects.toThrow('Later.')
  })

  it('bring the key of the caller, asked for each time where it is a function', async () => {
    const { asked, fetch } = fakeServer(Array(4).fill(() => Response.json({ items: [], next_cursor: null })))
    let count = 0
    for (const auth of [
      { type: 'api-key', key: 'hdl_1' } as const,
      { type: 'bearer', token: 'jwt' } as const,
      () => `token-${++count}`,
    ]) {
      for await (const _ of new HeddleClient({ baseUrl, fetch, auth }).workflows.list())
        throw new Error('There is none.')
    }
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer hdl_1',
      'Bearer jwt',
      'Bearer token-1',
    ])
  })

  it('end when their time is over', async () => {
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const client = new HeddleClient({ baseUrl, fetch, timeoutMs: 5 })
    await expect(client.workflows.runs.get('r')).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('say that another server answers', async () => {
    const page = fakeServer([() => new Response('<html>'), () => new Response('<html>', { status: 502 })])
    const client = new HeddleClient({ baseUrl, fetch: page.fetch })
    await expect(client.workflows.runs.get('r')).rejects.toMatchObject({ code: 'NOT_HEDDLE' })
    await expect(client.workflows.runs.get('r')).rejects.toMatchObject({ code: 'NOT_HEDDLE', status: 502 })
  })

  it('need an address outside of a page', () => {
    expect(() => new HeddleClient()).toThrow('address of Heddle')
  })
})
