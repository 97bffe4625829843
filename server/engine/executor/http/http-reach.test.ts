import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { echo, json, localServers, secretsOf } from './testing/local-servers.ts'

const { open, serve } = localServers()

describe('the executor of requests', () => {
  describe('reaches nothing that is not public (attacks 43 to 49, 52) (ASVS 1.3.6)', () => {
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

    it('and the address of a name is told to the log of the process, not to the author', async () => {
      const lines: string[] = []
      const { lookup } = resolving([['10.11.12.13']])
      const outcome = await open({ lookup, log: (line) => lines.push(line) }).send({ url: 'http://vm.example/' })
      expect(outcome).toMatchObject({
        error: { message: 'vm.example has an address that is not public. Allow the host with HEDDLE_HTTP_ALLOW.' },
      })
      expect(JSON.stringify(outcome)).not.toContain('10.11.12.13')
      expect(lines).toEqual(['A step was refused: vm.example has the address 10.11.12.13, which is not public.'])
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

  describe('follows redirects only when told to, and checks each address anew (attack 46) (ASVS 15.3.2)', () => {
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
      const { send } = open({ allow: [host, other.host], ...secretsOf({ KEY: 'hidden-value' }, url) })
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
})
