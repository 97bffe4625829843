import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { actorOf } from '../api/owners/foreign-owner.ts'
import { startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { readEvents } from './read-events.ts'
import { readRunEvents, visibilityOf } from './read-run-events.ts'

let api: TestApi
let runId = ''
beforeAll(async () => {
  api = await startTestApi()
  const steps = ['A', 'B', 'C'].map((name) => `{ name: ${name}, function: t.pass }`)
  expect((await api.publish(`workflow_type: Line\nsteps: [${steps.join(', ')}]\n`)).status).toBe(201)
  const body = { state: { text: 'x'.repeat(5_000) } }
  runId = (await (await api.post('/v1/workflows/run?name=Line&wait=30000', body)).json()).run_id
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

it.each([
  [1, 1_000],
  [2, 1_000],
  [100, 1_000],
  [100, 1_000_000],
])('reads the pages of the history, %i events and %i bytes at a time, each with the row', async (most, mostBytes) => {
  const { stores } = api.services
  let last = 0
  for (let more = true; more; ) {
    const expected = await readEvents(stores.pool, runId, last, most, mostBytes)
    const { row, ...page } = await readRunEvents(stores, localActor, runId, { afterSeq: last, most, mostBytes })
    expect(page).toEqual(expected)
    expect(row).toMatchObject({ id: runId, workflow: 'Line', public_status: 'completed' })
    expect(page.events).not.toEqual([])
    last = page.events.at(-1)?.seq ?? last
    more = page.more
  }
  const atEnd = await readRunEvents(stores, localActor, runId, { afterSeq: last, most, mostBytes })
  expect(atEnd).toMatchObject({ events: [], more: false, row: { id: runId } })
})

it('refuses a run of another owner, as it refuses one that is not there', async () => {
  const { stores } = api.services
  const read = (id: string) => readRunEvents(stores, actorOf('beta', 'admin'), id, { afterSeq: 0 })
  for (const id of [runId, '00000000-0000-4000-8000-000000000001']) {
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: `There is no run ${id}.` })
  }
})

it('tells actors apart who may see different runs', () => {
  const admin = actorOf('beta', 'admin')
  const approver: Actor = { ...admin, roles: ['approver'] }
  expect(visibilityOf(admin)).toBe(visibilityOf({ ...admin, id: 'another' }))
  expect(visibilityOf(admin)).not.toBe(visibilityOf(actorOf('gamma', 'admin')))
  expect(visibilityOf(admin)).not.toBe(visibilityOf(approver))
  expect(visibilityOf(approver)).not.toBe(visibilityOf({ ...approver, id: 'another' }))
})
