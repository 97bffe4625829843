import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { errorOf } from './testing/error-of.ts'
import { webhookLimits } from './webhook-limits.ts'

const host = 'localhost:18080'
const url = `http://${host}/hook`

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ httpAllow: [host] })
})
afterEach(() => api.services.stores.pool.query('delete from webhook'))
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const base = '/v1/organizations/local/webhooks'
const call = (method: string, path = '', body?: object) =>
  api.fetch(base + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
const create = async () => (await (await call('POST', '', { url })).json()) as { id: string; secret: string }
describe('the management of webhooks', () => {
  it('has a secret that no other answer, row or audit shows', async () => {
    const { id, secret } = await create()
    const texts = await Promise.all([call('GET'), call('GET', `/${id}`)].map(async (each) => (await each).text()))
    for (const text of texts) expect(text).not.toContain('whsec_')
    const { rows } = await api.services.stores.pool.query<{ found: number }>(
      `select (select count(*) from webhook_secret s where s::text like '%' || $1 || '%')::int
            + (select count(*) from audit a where a::text like '%' || $1 || '%')::int as found`,
      [secret.slice(6)],
    )
    expect(rows[0]?.found).toBe(0)
  })

  it('refuses wrong settings with the field', async () => {
    const refusals = [
      [{ url: 'ftp://example.com' }, [400, 'URL_INVALID', 'url']],
      [{ url: 'http://example.com' }, [400, 'URL_INVALID', 'url']],
      [{ url: 'https://ana@example.com' }, [400, 'URL_INVALID', 'url']],
      [{ url: 'https://10.0.0.1/' }, [403, 'ADDRESS_FORBIDDEN', 'url']],
      [{ url: 'https://[::1]/' }, [403, 'ADDRESS_FORBIDDEN', 'url']],
      [{ url: 'https://example.com:8443/' }, [403, 'ADDRESS_FORBIDDEN', 'url']],
      [{ event_filter: ['run.completed'] }, [400, 'CHOICE_UNKNOWN', 'event_filter.0']],
      [{ event_filter: ['workflow.run.*', 'workflow.r.*'] }, [400, 'CHOICE_UNKNOWN', 'event_filter.1']],
      [{ max_retries: 21 }, [400, 'BAD_REQUEST', 'max_retries']],
      [{ more: 1 }, [400, 'BAD_REQUEST', 'more']],
    ] as const
    for (const [body, expected] of refusals) {
      const response = await call('POST', '', { url, ...body })
      expect([body, await errorOf(response)]).toEqual([body, expected])
    }
    expect((await (await call('GET')).json()).items).toEqual([])
  })

  it('knows no webhook of another owner', async () => {
    const { id } = await create()
    const other = { ...localActor, id: 'eve', ownerId: 'other', everyOwner: false }
    for (const path of [base, `${base}/${id}`]) {
      const response = await api.fetch(path, {}, other)
      expect([path, response.status]).toEqual([path, 404])
    }
    expect((await api.fetch(`/v1/organizations/other/webhooks/${id}`, {}, other)).status).toBe(404)
    expect((await call('GET', '/nonsense')).status).toBe(404)
  })

  it('has a bound', async () => {
    const { pool } = api.services.stores
    await pool.query(
      `insert into webhook (id, owner_id, url, max_retries, created_by, active)
       select gen_random_uuid(), 'local', 'https://example.com/', 1, 'ana', false from generate_series(1, $1)`,
      [webhookLimits.perOwner],
    )
    expect(await errorOf(await call('POST', '', { url }))).toEqual([409, 'TOO_MANY', undefined])
  })
})
