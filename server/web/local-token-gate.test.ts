import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { openLocalToken } from '../local-token.ts'
import { createFront } from './front.ts'
import type { Pages } from './next-pages.ts'

let folder = ''
let token = ''
let url = ''
const pages: Pages = {
  prepare: async () => undefined,
  answer: async (_, outgoing) => void outgoing.end('a page'),
  upgrade: async (_, socket) => void socket.destroy(),
  close: async () => undefined,
}
let front: ReturnType<typeof createFront>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-token-'))
  token = (await openLocalToken({ localToken: 'on', dataDir: join(folder, 'data') })) ?? ''
  front = createFront({
    api: () => Response.json({ answered: true }),
    pages,
    development: false,
    position: () => '0',
    localToken: token,
    onError: () => undefined,
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(async () => {
  front.close().closeAllConnections()
  await rm(folder, { recursive: true })
})

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers, redirect: 'manual' })

describe('local mode with a token (access 21; ASVS 8.2.1, 6.3.1)', () => {
  it('answers no other user of the machine: neither API nor page nor file', async () => {
    for (const path of ['/v1/workflows', '/api/trpc/directory.me', '/metrics', '/readyz']) {
      const answer = await ask(path)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('asks for its local token')
    }
    expect((await ask('/v1/workflows/run?name=X', { 'content-type': 'application/json' }, 'POST')).status).toBe(401)
    for (const path of ['/', '/runs', '/_next/static/x.js', `/?token=${token}x`, '/?token=']) {
      const answer = await ask(path)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('Open the address that Heddle printed')
    }
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('opens no web socket for another user of the machine', async () => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = get(`${url}/v1/events/ws`, { headers: { ...upgrade, ...headers } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        request.on('error', reject)
      })
    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer x' })).toBe(401)
    // The API of this test accepts no upgrade: its answer is passed on.
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200)
  })

  it.each([
    ['another token', () => ({ authorization: 'Bearer x' })],
    ['a part of the token', () => ({ authorization: `Bearer ${token.slice(1)}` })],
    ['the token as a cookie', () => ({ cookie: `heddle-local-${new URL(url).port}=${token}` })],
    ['basic authentication', () => ({ authorization: `Basic ${btoa(`:${token}`)}` })],
    ['a person to act as', () => ({ 'heddle-act-as': 'local' })],
  ])('refuses %s', async (_, headers) => {
    expect((await ask('/v1/workflows', headers())).status).toBe(401)
  })

  it('takes the token as a bearer, and nowhere in the address of a call', async () => {
    expect((await ask('/v1/workflows', { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await ask(`/v1/workflows?token=${token}`)).status).toBe(401)
  })

  it('gives the browser that opens the printed address a cookie, and leads to the address without the token', async () => {
    const first = await ask(`/runs?status=failed&token=${token}`)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/runs?status=failed'])
    const set = first.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^heddle-local-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    expect(set).not.toContain(token)
    const cookie = `theme=dark; ${set.split(';')[0]}`
    expect(await (await ask('/runs', { cookie })).text()).toBe('a page')
    expect((await ask('/api/trpc/directory.me', { cookie })).status).toBe(200)
    expect((await ask('/api/trpc/directory.me', { cookie, origin: 'http://evil.example' })).status).toBe(403)
  })

  it.each(['/.//evil.example', '/%2e//evil.example', '/.\\\\evil.example', '/././/evil.example/x'])(
    'leads to paths of its own only: %s (access 9; ASVS 3.7.2)',
    async (path) => {
      const { headers } = await ask(`${path}?token=${token}`)
      expect(headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
    },
  )
})

const masterKey = { HEDDLE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }

describe('the token of local mode (access 21; ASVS 11.5.1)', () => {
  const file = () => join(folder, 'data', 'local-token')

  it('has 256 bits, stays over a restart, and lies in a file of its owner alone', async () => {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await openLocalToken({ localToken: 'on', dataDir: join(folder, 'data') })).toBe(token)
  })

  it('is replaced where others could read it', async () => {
    const dataDir = await mkdtemp(join(folder, 'shared-'))
    await writeFile(join(dataDir, 'local-token'), 'known to all\n', { mode: 0o644 })
    const own = await openLocalToken({ localToken: 'on', dataDir })
    expect(own).toMatch(/^[\w-]{43}$/)
    expect(await readFile(join(dataDir, 'local-token'), 'utf8')).toBe(`${own}\n`)
    expect((await stat(join(dataDir, 'local-token'))).mode & 0o777).toBe(0o600)
  })

  it('is off when nothing is said, on, or a long text, and belongs to local mode', async () => {
    expect(readEnv({}).localToken).toBe('off')
    expect(await openLocalToken({ localToken: 'off', dataDir: folder })).toBeNull()
    const own = 'a-token-of-ones-own-choice'
    expect(readEnv({ HEDDLE_LOCAL_TOKEN: own }).localToken).toBe(own)
    for (const wrong of ['true', 'ON', 'short', 'with blanks in a long text here'])
      expect(() => readEnv({ HEDDLE_LOCAL_TOKEN: wrong })).toThrow(/^HEDDLE_LOCAL_TOKEN must be off, on or a text of/)
    expect(() => readEnv({ HEDDLE_LOCAL_TOKEN: 'on', HEDDLE_AUTH: 'on', ...masterKey })).toThrow(
      'HEDDLE_LOCAL_TOKEN belongs to local mode',
    )
  })
})
