import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestAddress } from '../request-address.ts'
import { parseTrustedProxies, type TrustedProxies } from '../trusted-proxies.ts'
import { createFront } from './front.ts'

/** Shows what an API handler sees: each header by name, and all of them. */
const api = (seen: Request) =>
  Response.json({
    address: requestAddress(seen),
    all: Object.fromEntries(seen.headers),
    byName: forged.flatMap(([name]) => seen.headers.get(name) ?? []),
  })

const forged: [string, string][] = [
  ['X-Heddle-Address', 'evil'],
  ['x-forwarded-for', 'evil'],
  ['X-Forwarded-Host', 'evil'],
  ['X-Forwarded-Proto', 'evil'],
  ['forwarded', 'for=evil'],
  ['X-Real-IP', 'evil'],
  ['x-nonce', 'evil'],
  ['Content-Security-Policy', 'evil'],
]

const fronts = [undefined, parseTrustedProxies('127.0.0.1') as TrustedProxies].map((trustedProxies) =>
  createFront({
    api,
    pages: null,
    development: false,
    position: () => '0',
    onError: () => undefined,
    ...(trustedProxies && { trustedProxies }),
  }),
)
beforeAll(async () => {
  for (const front of fronts) await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const front of fronts) front.close().closeAllConnections()
})

function seenBy(which: 0 | 1, headers: [string, string][]) {
  const { port } = (fronts[which] as Server).address() as AddressInfo
  const sent = ['Host', `localhost:${port}`, 'X-Kept', 'kept', ...headers.flat()]
  return new Promise<{ address: string; all: Record<string, string>; byName: string[] }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/v1/x', headers: sent })
      .on('response', (answer) => answer.toArray().then((chunks) => resolve(JSON.parse(chunks.join('')))))
      .on('error', reject)
      .end()
  })
}

it('an API handler sees no internal header from outside, by name or in the list, and the rest unchanged (access 11; ASVS 4.1.3)', async () => {
  const { address, all, byName } = await seenBy(0, forged)
  expect(address).toBe('127.0.0.1')
  expect(byName).toEqual(['127.0.0.1'])
  expect(JSON.stringify(all)).not.toContain('evil')
  expect(all).toMatchObject({ 'x-kept': 'kept', 'x-heddle-address': '127.0.0.1' })
})

it('a trusted proxy names the client, by the last of several headers, and passes on nothing else (access 11; ASVS 4.1.3)', async () => {
  const { address, all } = await seenBy(1, [
    ['X-Forwarded-For', '9.9.9.9'],
    ['X-Forwarded-For', '203.0.113.5'],
    ...forged.filter(([name]) => name !== 'x-forwarded-for'),
  ])
  expect(address).toBe('203.0.113.5')
  expect(JSON.stringify(all)).not.toContain('evil')
  expect(all).not.toHaveProperty('x-forwarded-for')
})
