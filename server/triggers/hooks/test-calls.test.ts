import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../api/router.ts'
import { startTestApi, type TestApi } from '../../api/testing/test-api.ts'

let api: TestApi

const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  (await api.services.stores.pool.query<Row>(sql, [...values])).rows
const caller = (actor = localActor) => appRouter.createCaller({ ...api.services, actor })
const call = (path: string, body: string, headers: Record<string, string> = {}) =>
  api.fetch(path, { method: 'POST', body, headers }, null)

beforeAll(async () => {
  api = await startTestApi()
  await api.publish('workflow_type: Drafted\nsteps: [{ name: A, function: t.pass }]\n')
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

describe('a test call of a webhook', () => {
  it('is shown to the person who listens, once, and starts nothing', async () => {
    const listening = await caller().triggers.listen({ workflow: 'Drafted' })
    expect(listening.path).toBe(`/hooks/${listening.id}`)
    expect(await caller().triggers.heard({ id: listening.id })).toEqual({ call: null, isOver: false })
    const proofs = [
      'authorization',
      'cookie',
      'x-auth-token',
      'x-shop-secret',
      'X-Api-Key',
      'apikey',
      'x-hub-signature-256',
    ]
    const headers = { 'x-shop': 'a', ...Object.fromEntries(proofs.map((name) => [name, 'of the sender'])) }
    const answer = await call(`${listening.path}?page=2`, '{"order":{"id":7}}', headers)
    expect([answer.status, await answer.json()]).toEqual([202, { heard: true }])
    const { call: heard } = await caller().triggers.heard({ id: listening.id })
    expect(heard).toMatchObject({
      ok: true,
      body: { order: { id: 7 } },
      query: { page: '2' },
      headers: { 'x-shop': 'a' },
    })
    expect(JSON.stringify(heard)).not.toContain('of the sender')
    expect((await call(listening.path, '{}')).status).toBe(404)
    expect(await query('select from run')).toEqual([])
    expect(await query('select from trigger_firing')).toEqual([])
  })

  it('that is no JSON, or too large, is refused, and the person sees why', async () => {
    const { id, path } = await caller().triggers.listen({ workflow: 'Drafted' })
    expect((await call(path, 'x'.repeat(10 * 1024 * 1024))).status).toBe(413)
    expect((await caller().triggers.heard({ id })).call).toBe(null)
    expect((await call(path, 'order=7')).status).toBe(400)
    expect((await caller().triggers.heard({ id })).call).toEqual({ ok: false, message: expect.any(String) })
  })

  it('finds nothing after the time, after the person has stopped, or at another address', async () => {
    const first = await caller().triggers.listen({ workflow: 'Drafted' })
    const second = await caller().triggers.listen({ workflow: 'Drafted' })
    expect((await call(first.path, '{}')).status).toBe(404)
    await query(`update test_call set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [second.id])
    expect((await call(second.path, '{}')).status).toBe(404)
    expect(await caller().triggers.heard({ id: second.id })).toEqual({ call: null, isOver: true })
    const third = await caller().triggers.listen({ workflow: 'Drafted' })
    await caller().triggers.stopListening({ id: third.id })
    expect((await call(third.path, '{}')).status).toBe(404)
    await expect(caller().triggers.heard({ id: third.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await call(`/hooks/test-${'a'.repeat(32)}`, '{}')).status).toBe(404)
  })

  it('is nobody else’s, needs a workflow, and is bounded in number', async () => {
    const { id } = await caller().triggers.listen({ workflow: 'Drafted' })
    const colleague = { ...localActor, id: 'colleague' }
    for (const other of [colleague, { ...localActor, ownerId: 'other' }]) {
      await expect(caller(other).triggers.heard({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await caller(other).triggers.stopListening({ id })
    }
    expect((await caller().triggers.heard({ id })).isOver).toBe(false)
    await Promise.all(Array.from({ length: 10 }, () => caller().triggers.listen({ workflow: 'Drafted' })))
    expect(await query(`select from test_call where person_id = $1`, [localActor.id])).toHaveLength(1)
    await expect(caller().triggers.listen({ workflow: 'Nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await query(
      `insert into test_call (id, owner_id, person_id, workflow, expires_at)
       select i::text, 'local', i::text, 'Drafted', clock_timestamp() + interval '1 minute' from generate_series(1, 20) i`,
    )
    await expect(caller(colleague).triggers.listen({ workflow: 'Drafted' })).rejects.toMatchObject({
      cause: { code: 'TOO_MANY' },
    })
  })
})
