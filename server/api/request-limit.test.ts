import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localActor } from '../access/actor.ts'
import { createRequestLimiter } from '../limits/request-limiter.ts'
import { createApp } from './app.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

const ana: Actor = { ...localActor, id: 'ana' }

describe('a request too many (access 19; ASVS 2.4.1)', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.stop())

  it('is answered with 429 and Retry-After, by REST and to the UI alike; local mode knows none', async () => {
    const requests = createRequestLimiter()
    const app = createApp({
      ...api.services,
      actorOf: () => ana,
      requests,
      onError: (error) => void api.errors.push(error),
    })
    const paths = ['/v1/workflows', '/api/trpc/directory.me', '/api/trpc/directory.me,inbox.counts?batch=1']
    for (const path of paths) expect((await app.request(path)).status, path).toBe(200)
    const { person } = limits.requestsPerMinute
    for (let sent = paths.length; sent < person; sent += 1) await requests.count(ana, null)
    for (const path of paths) {
      const refused = await app.request(path)
      expect(refused.status, path).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.text()).toContain('You send too many requests.')
    }
    expect((await app.request('/healthz')).status).toBe(200)
    const local = createApp({ ...api.services, actorOf: () => localActor, onError: () => undefined })
    const answers = await Promise.all(Array.from({ length: 20 }, () => local.request('/api/trpc/directory.me')))
    for (const answer of answers) expect(answer.headers.get('retry-after')).toBeNull()
  })
})
