import { describe, expect, it } from 'vitest'
import { operationRoutes } from './operations.ts'

const parts = { readiness: async () => ['no engine'], metrics: async () => 'heddle_up 1\n' }

describe('the routes for monitoring', () => {
  it('tell callers with the permission metrics alone, where people log in (access 1; ASVS 8.2.3, 13.4.5)', async () => {
    const app = operationRoutes({
      ...parts,
      mayRead: async (request) => request.headers.get('authorization') === 'Bearer good',
    })
    app.onError((error, c) => c.json({ code: (error as Error & { code: string }).code }, 401))
    const good = { headers: { authorization: 'Bearer good' } }
    const refused = await app.request('/metrics')
    expect([refused.status, await refused.json()]).toEqual([401, { code: 'UNAUTHENTICATED' }])
    expect(await (await app.request('/metrics', good)).text()).toBe('heddle_up 1\n')
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'not ready' })
    expect(await (await app.request('/readyz', good)).json()).toEqual({ status: 'not ready', reasons: ['no engine'] })
  })

  it('tell everybody in local mode', async () => {
    const app = operationRoutes(parts)
    expect((await app.request('/metrics')).status).toBe(200)
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'not ready', reasons: ['no engine'] })
  })
})
