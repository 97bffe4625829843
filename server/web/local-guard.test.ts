import { describe, expect, it } from 'vitest'
import { type GuardedRequest, judgeRequest } from './local-guard.ts'
import { localSite } from './site.ts'

const options = { site: localSite(3000), development: false, login: false }

function check(expected: number | 'passes', request: Partial<GuardedRequest> & { headers?: Record<string, string> }) {
  const { method = 'GET', path = '/', headers = {} } = request
  const rejection = judgeRequest({ method, path, headers: { host: 'localhost:3000', ...headers } }, options)
  expect(rejection?.status ?? 'passes', JSON.stringify(request)).toBe(expected)
}

describe('the guard of local mode', () => {
  it('knows this machine by its names, with the port', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000']) {
      check('passes', { headers: { host } })
    }
  })

  it('refuses every other name, for pages, files and the API alike', () => {
    const foreign = ['evil.example', 'evil.example:3000', 'localhost', 'localhost:80', 'localhost:3000.evil', '']
    for (const host of [...foreign, 'localhost:3000@evil', '127.0.0.1.nip.io:3000', '192.168.1.2:3000']) {
      for (const path of ['/', '/v1/workflows', '/api/trpc/runs.list', '/_next/static/x.js', '/healthz', '/metrics']) {
        check(403, { path, headers: { host } })
      }
    }
  })

  it('lets a link from another site open a page, and nothing else (ASVS 3.2.1)', () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    check('passes', { path: '/workflows', headers })
    check(403, { path: '/v1/workflow-runs', headers })
    check(403, { path: '/api/trpc/runs.changes', headers })
  })

  it('lets a link open a form from anywhere, and its own page alone send it', () => {
    const path = '/forms/00000000000000000000000000000000'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    check('passes', { path, headers: { 'sec-fetch-site': 'cross-site' } })
    check('passes', { method: 'POST', path, headers: { ...type, origin: 'http://localhost:3000' } })
    check(403, { method: 'POST', path, headers: { ...type, origin: 'https://evil.example' } })
    check(403, { method: 'POST', path, headers: { ...type, 'sec-fetch-site': 'cross-site' } })
  })

  it('refuses what another page sends, also one on another port of this machine', () => {
    const paths = ['/v1/workflows/run', '/api/trpc/runs.start', '/v1/workflow-runs/x/cancel']
    for (const path of paths) {
      check(403, { method: 'POST', path, headers: { 'sec-fetch-site': 'cross-site' } })
      check(403, { method: 'POST', path, headers: { 'sec-fetch-site': 'same-site' } })
      for (const origin of ['null', 'http://localhost:8080', 'https://localhost:3000', 'http://good.evil', 'file://']) {
        check(403, { method: 'POST', path, headers: { origin } })
        check(403, { method: 'GET', path, headers: { origin } })
      }
    }
  })

  it('answers its own pages, and programs that are no browser', () => {
    const path = '/v1/workflows/run'
    check('passes', {
      method: 'POST',
      path,
      headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    })
    check('passes', { method: 'POST', path, headers: { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' } })
    check('passes', { method: 'POST', path })
  })

  it('lets monitoring on this machine ask, and no page of another site', () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      check('passes', { path })
      check('passes', { path, headers: { host: '127.0.0.1:3000' } })
      check(403, { path, headers: { 'sec-fetch-site': 'cross-site' } })
      check(403, { path, headers: { origin: 'http://localhost:8080' } })
    }
  })

  it('takes pages as something to read only', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) check(405, { method, path: '/workflows' })
    check(405, { method: 'POST', path: '/__nextjs_original-stack-frames' })
    check('passes', { method: 'HEAD', path: '/workflows' })
  })
})
