import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { createRefusals } from '#server/audit/refusals.ts'
import { quotaExceeded, tooManyRequests } from '../api-error.ts'
import { addressHeader } from '../request-address.ts'
import { recordRefusal } from './request/record-refusal.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
const viewer: Actor = { ...localPerson, id: 'vera', roles: ['viewer'] }
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const rowsOf = async (action: string) =>
  (await api.services.stores.pool.query('select * from audit where action = $1 order by id', [action])).rows

const refused = (path: string, body: object) =>
  api.fetch(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', [addressHeader]: '192.0.2.7' },
      body: JSON.stringify(body),
    },
    viewer,
  )

describe('a refused request (access 13; ASVS 16.2.1, 16.3.2)', () => {
  it('has a row with its actor, target, address and request, over tRPC', async () => {
    expect((await refused('/api/trpc/directory.saveGroup', { id: 'sales', name: 'Secret name' })).status).toBe(403)
    const rows = await rowsOf('group.save')
    expect(rows).toMatchObject([{ actor_id: 'vera', target: 'sales', outcome: 'refused', address: '192.0.2.7' }])
    expect(rows[0].request_id).toMatch(/^[\da-f-]{36}$/)
  })

  it('has a row over REST', async () => {
    expect((await refused('/v1/workflow-runs/00000000-0000-7000-8000-000000000001/cancel', {})).status).toBe(403)
    expect(await rowsOf('api.request')).toMatchObject([
      {
        actor_id: 'vera',
        target: 'POST /v1/workflow-runs/00000000-0000-7000-8000-000000000001/cancel',
        outcome: 'refused',
        address: '192.0.2.7',
      },
    ])
  })

  it('has a row when the quota of the owner is used up (access 19)', async () => {
    const { pool } = api.services.stores
    const refusals = createRefusals({ onError: () => undefined })
    const context = { actor: viewer, refusals, stores: api.services.stores }
    const target = 'POST /v1/workflows/run'
    await recordRefusal(context, quotaExceeded('Full.', 10), () => ({ action: 'api.request', target }))
    await recordRefusal(context, tooManyRequests('Too fast.', 10), () => ({ action: 'api.request', target: 'fast' }))
    const { rows } = await pool.query('select target, outcome from audit where target = any($1)', [[target, 'fast']])
    expect(rows).toEqual([{ target, outcome: 'refused' }])
  })

  it('has none when it failed for another reason', async () => {
    expect((await api.fetch('/v1/workflow-runs/x', {}, viewer)).status).toBe(404)
    expect((await api.fetch('/api/trpc/workflows.draft?input=%7B%22name%22%3A%22Gone%22%7D', {}, viewer)).status).toBe(
      404,
    )
    const { rows } = await api.services.stores.pool.query(`select from audit where target like '%Gone%'`)
    expect(rows).toEqual([])
  })

  it('that repeats gets one row more, with the number of repeats', async () => {
    const { pool } = api.services.stores
    const errors: unknown[] = []
    const refusals = createRefusals({ onError: (error) => errors.push(error) })
    const refusal = { actor: viewer, action: 'a.repeated', target: 't' }
    for (let n = 0; n < 6; n += 1) await refusals.record(pool, refusal)
    await refusals.record(pool, { ...refusal, target: 'other' })
    expect(await rowsOf('a.repeated')).toMatchObject([{ times: 1 }, { times: 1, target: 'other' }])
    await refusals.stop()
    expect(await rowsOf('a.repeated')).toMatchObject([{ times: 1 }, { target: 'other' }, { times: 5, target: 't' }])
    await refusals.record(pool, refusal)
    expect(await rowsOf('a.repeated')).toHaveLength(4)
    await refusals.stop()
    expect(errors).toEqual([])
  })
})
