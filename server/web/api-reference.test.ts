import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFront } from './front.ts'
import type { Pages } from './next-pages.ts'

const pages: Pages = {
  prepare: async () => undefined,
  answer: async (_, outgoing) => void outgoing.end('a page of Next'),
  upgrade: async (_, socket) => void socket.destroy(),
  close: async () => undefined,
}

let front: ReturnType<typeof createFront>
let url = ''
let isLoggedIn = true
beforeAll(async () => {
  front = createFront({
    api: () => new Response(),
    pages,
    development: false,
    position: () => '0',
    isLoggedIn: async () => isLoggedIn,
    onError: (error) => {
      throw error
    },
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
})
afterAll(() => {
  front.closeAllConnections()
  front.close()
})

describe('public-run 5: the page of the API', () => {
  it('may run its one script and ask this server, and nothing else (ASVS 3.4.3)', async () => {
    const response = await fetch(`${url}/docs/api`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')?.split('; ') ?? []
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy.join()).not.toMatch(/unsafe-eval|https?:|\*|strict-dynamic/)
    const text = await response.text()
    const scripts = [...text.matchAll(/<script ([^>]*)>/g)].map(([, attributes = '']) => attributes)
    // The first one is data, which no browser executes.
    expect(scripts.map((attributes) => /src="([^"]*)"/.exec(attributes)?.[1])).toEqual([
      undefined,
      '/docs/api/scalar.js',
    ])
    expect(scripts[0]).toContain('type="application/json"')
    expect(text).not.toMatch(/https?:\/\//)
  })

  it('loads the script from here, compressed where the browser takes it so', async () => {
    const zipped = await fetch(`${url}/docs/api/scalar.js`)
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.headers.get('content-type')).toContain('javascript')
    const plain = await fetch(`${url}/docs/api/scalar.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await zipped.text())
    const head = await fetch(`${url}/docs/api`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is no page of Next, and the pages around it are', async () => {
    expect(await (await fetch(`${url}/docs/api/other`)).text()).toBe('a page of Next')
    expect(await (await fetch(`${url}/docs`)).text()).toBe('a page of Next')
  })

  it('needs a login like every page', async () => {
    isLoggedIn = false
    const response = await fetch(`${url}/docs/api`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?to=%2Fdocs%2Fapi'])
    isLoggedIn = true
  })
})
