import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { appRouter } from '#server/api/router.ts'
import { eventually, startTestApi, type TestApi, workOff } from '#server/api/testing/test-api.ts'
import { workBulk } from './work-bulk.ts'

let api: TestApi
const login = { sessionId: 'session', userId: 'user', at: 0 }
const ben: Actor = {
  id: 'ben',
  name: 'Ben',
  ownerId: 'local',
  dataRegion: 'local',
  groups: [],
  roles: ['operator'],
  kind: 'person',
  login,
}
const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
const query = (text: string, values: unknown[] = []) => api.services.stores.pool.query(text, values)
const setMember = (roles: readonly string[], status = 'active') =>
  query(
    `insert into member (owner_id, person_id, user_id, kind, roles, status) values ('local', 'ben', 'user', 'person', $1, $2)
     on conflict (owner_id, person_id) do update
       set user_id = excluded.user_id, roles = excluded.roles, status = excluded.status`,
    [roles, status],
  )

beforeAll(async () => {
  api = await startTestApi()
  expect(
    (await api.publish('workflow_type: Ask\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n')).status,
  ).toBe(201)
  await query(`insert into person (owner_id, id, name) values ('local', 'ben', 'Ben') on conflict do nothing`)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** An operation of two batches, of which the first is done. */
async function halfDone(actor: Actor, batches = 2) {
  const tag = randomUUID()
  const many = batches * limits.bulk.batch
  const caller = callerOf({ ...ben, roles: ['operator'] })
  await Promise.all(Array.from({ length: many }, () => caller.runs.start({ workflow: 'Ask', input: {}, tags: [tag] })))
  await eventually(async () =>
    (await caller.runs.count({ tags: [tag], status: ['WAITING_HUMAN_INPUT'] })).count === many ? true : undefined,
  )
  const { id } = await callerOf(actor).bulk.start({ verb: { type: 'cancel' }, filter: { tags: [tag] } })
  await workBulk(api.services.stores)
  return { id, tag, caller }
}

it.each([
  ['was demoted', () => setMember(['viewer'])],
  ['was disabled', () => setMember(['operator'], 'disabled')],
  ['left', () => query(`delete from member where person_id = 'ben'`)],
  [
    'left, and whose id another account has taken',
    () => query(`update member set user_id = 'another user' where person_id = 'ben'`),
  ],
])(
  'refuses the rest of a bulk operation of a person who %s, and tells so (access 20; ASVS 8.3.2)',
  async (_, demote) => {
    await setMember(['operator'])
    const { id, tag, caller } = await halfDone(ben)
    const before = await caller.bulk.get({ id })
    expect(before).toMatchObject({ state: 'running', refused: 0 })
    await demote()
    await workOff(api)
    const after = await caller.bulk.get({ id })
    expect(after).toMatchObject({ state: 'ended', done: before.done, refused: before.total - before.done })
    expect(after.refused).toBeGreaterThan(0)
    const { items } = await caller.bulk.items({ id, outcome: 'refused' })
    expect(items[0]).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('Ben may not do this any more'),
    })
    expect((await caller.runs.count({ tags: [tag], status: ['CANCELLED'] })).count).toBe(before.done)
    const { rows } = await query(`select actor_id, outcome from audit where action = 'bulk.item' and target = $1`, [id])
    expect(rows).toEqual([{ actor_id: 'ben', outcome: 'refused' }])
  },
)

it('goes on when other roles still permit it, and when the session has ended', async () => {
  await setMember(['operator'])
  const { id, caller } = await halfDone(ben)
  await setMember(['designer'])
  await workOff(api)
  expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', refused: 0 })
})

it('refuses the rest when the API key of its start was revoked (access 20; ASVS 8.3.2)', async () => {
  await setMember(['operator'])
  await query(
    `insert into api_key (id, owner_id, person_id, name, hash, permissions, networks, expires_at, created_by)
     values ('abcdefgh', 'local', 'ben', 'Key', 'x', array['run.read','run.act'], '{}', now() + interval '1 day', 'ben')`,
  )
  const { login: _, ...byKey } = { ...ben, key: { id: 'abcdefgh', permissions: ['run.read', 'run.act'] as const } }
  const { id, caller } = await halfDone(byKey)
  await query(`update api_key set revoked_at = now()`)
  await workOff(api)
  const { done, total, refused } = await caller.bulk.get({ id })
  expect(refused).toBe(total - done)
  expect(refused).toBeGreaterThan(0)
})

it('is an administrator of the installation only while they are in the owner', async () => {
  const admin: Actor = { ...ben, id: 'installation:user', name: 'Ida', roles: ['admin'] }
  await query(
    `insert into owner_entry (owner_id, session_id, user_id, name, reason, until)
     values ('local', 'session', 'user', 'Ida', 'Help', now() + interval '1 hour')`,
  )
  const { id, caller } = await halfDone(admin, 3)
  await workBulk(api.services.stores)
  expect(await caller.bulk.get({ id })).toMatchObject({ refused: 0 })
  await query(`update owner_entry set until = now()`)
  await workOff(api)
  expect((await caller.bulk.get({ id })).refused).toBeGreaterThan(0)
})
