import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { notifyLimits } from '#server/notify/notify-limits.ts'
import { assembleMails } from '#server/notify/outbox/assemble-mails.ts'
import { takeMails } from '#server/notify/outbox/outbox.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { createStores, type Stores } from '../../stores.ts'
import { appRouter } from '../router.ts'

let testDatabase: TestDatabase
let database: Database
let stores: Stores
const ana: Actor = { ...localPerson, id: 'ana', name: 'Ana' }
const choices = {
  email: 'ana@example.com',
  pace: 'hour',
  kinds: ['opened', 'reminded'],
  timeZone: 'Europe/Berlin',
  quiet: { from: '22:00', to: '07:00', days: [0] },
} as const

const callerOf = (actor: Actor, sendsMail = true) =>
  appRouter.createCaller({ stores, actor, sendsMail, refusals: { record: async () => undefined } } as never)
    .notifications
/** The audit only grows: what was done since the test began. */
let audited = '0'
const actions = async () =>
  (
    await stores.pool.query<{ action: string }>(
      `select action from audit where actor_id = 'ana' and id > $1 order by id`,
      [audited],
    )
  ).rows.map(({ action }) => action)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = createDatabase(testDatabase.url)
  stores = createStores(createPool(testDatabase.url, 2), database)
})
beforeEach(async () => {
  await stores.pool.query('delete from mail; delete from mail_notice; delete from person')
  await stores.pool.query(`insert into person (owner_id, id, name) values ('local', 'ana', 'Ana')`)
  const { rows } = await stores.pool.query<{ id: string }>('select coalesce(max(id), 0)::text as id from audit')
  audited = rows[0]?.id ?? '0'
})
afterAll(async () => {
  stores.engine.close()
  await stores.pool.end()
  await database.$disconnect()
  await testDatabase.drop()
})

it('tells everything, every few minutes, to a person who has chosen nothing; and keeps what they choose', async () => {
  const before = await callerOf(ana).get()
  expect(before).toMatchObject({ sendsMail: true, mine: { email: null, pace: 'minutes', timeZone: null, quiet: null } })
  await callerOf(ana).save({ ...choices, kinds: [...choices.kinds], quiet: { ...choices.quiet, days: [0] } })
  expect((await callerOf(ana).get()).mine).toEqual(choices)
  await callerOf(ana).save({ ...choices, kinds: [], quiet: null, email: null })
  expect((await callerOf(ana).get()).mine).toEqual({ ...choices, kinds: [], quiet: null, email: null })
  expect(await actions()).toEqual(['notification.save', 'notification.save'])
})

it('keeps choices of people in the directory only, and removes them with the person', async () => {
  expect((await callerOf(localActor).get()).mine).toBeNull()
  await expect(callerOf(localActor).save({ ...choices, kinds: [], quiet: null })).rejects.toMatchObject({
    cause: { code: 'NOT_FOUND' },
  })
  await callerOf(ana).save({ ...choices, kinds: [], quiet: null })
  await appRouter.createCaller({ stores, actor: localActor } as never).directory.removePerson({ id: 'ana' })
  expect((await stores.pool.query('select from notification_setting')).rowCount).toBe(0)
})

it.each([
  ['a time zone that no machine knows', { timeZone: 'Mars/Olympus' }],
  ['a time that no day has', { quiet: { from: '24:00', to: '07:00', days: [] } }],
  ['quiet on every day', { quiet: { from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] } }],
  ['two addresses', { email: 'a@example.com,b@example.com' }],
  ['an unknown kind', { kinds: ['everything'] }],
])('refuses %s', async (_, wrong) => {
  await expect(callerOf(ana).save({ ...choices, ...wrong } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('sends a test mail at once, to the saved address, a few times an hour', async () => {
  await expect(callerOf(ana, false).test()).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
  await expect(callerOf(ana).test()).rejects.toMatchObject({ cause: { code: 'CONFLICT', field: 'email' } })
  await expect(callerOf(localActor).test()).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  await callerOf(ana).save({ ...choices, kinds: [], quiet: null, pace: 'off' })
  await callerOf(ana).test()
  await inTransaction(stores.pool, assembleMails)
  expect((await callerOf(ana).get()).mails).toMatchObject([{ kind: 'test', state: 'waiting', attempts: 0 }])
  for (let sent = 1; sent < notifyLimits.testsPerHour; sent++) await callerOf(ana).test()
  await expect(callerOf(ana).test()).rejects.toMatchObject({ cause: { code: 'TOO_MANY_REQUESTS' } })
})

it('shows to administrators the mails that wait and that were given up', async () => {
  await stores.pool.query(
    `insert into mail (id, owner_id, person_id, kind, state, reason)
     values (gen_random_uuid(), 'local', 'ana', 'tasks', 'failed', '554 no such user'),
            (gen_random_uuid(), 'local', 'ana', 'tasks', 'waiting', null),
            (gen_random_uuid(), 'other', 'eve', 'tasks', 'failed', 'foreign')`,
  )
  expect(await callerOf(localActor).outbox()).toMatchObject({
    waiting: 1,
    failed: [{ personId: 'ana', state: 'failed', reason: '554 no such user' }],
  })
  await expect(callerOf(ana).outbox()).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } })
})

it('sends a mail again that was given up: the own ones, and for administrators those of others', async () => {
  const { rows } = await stores.pool.query<{ id: string }>(
    `insert into mail (id, owner_id, person_id, kind, state, attempts, created_at, ended_at, reason)
     select gen_random_uuid(), o, p, 'tasks', s, 9, now() - interval '5 days', now(), '554 no such user'
       from (values (1, 'local', 'ana', 'failed'), (2, 'local', 'ben', 'failed'), (3, 'local', 'ana', 'sent'),
                    (4, 'other', 'ana', 'failed')) as v(n, o, p, s) order by n returning id`,
  )
  const [own, bens, sent, foreign] = rows.map(({ id }) => ({ id })) as [{ id: string }, ...{ id: string }[]]
  await callerOf(ana).resend(own)
  expect((await callerOf(ana).get()).mails).toContainEqual(
    expect.objectContaining({ ...own, state: 'waiting', attempts: 0, reason: null }),
  )
  // The days until it is given up begin anew.
  const taken = await takeMails(stores.pool, 5, 60_000)
  expect(taken.map(({ id, since }) => [id, Date.now() - since.getTime() < 3_600_000])).toEqual([[own.id, true]])
  for (const [actor, mail, code] of [
    [ana, own, 'CONFLICT'],
    [ana, sent, 'CONFLICT'],
    [ana, bens, 'NOT_FOUND'],
    [localActor, foreign, 'NOT_FOUND'],
  ] as const) {
    await expect(callerOf(actor).resend(mail as { id: string })).rejects.toMatchObject({ cause: { code } })
  }
  await expect(callerOf(localActor, false).resend(bens as { id: string })).rejects.toMatchObject({
    cause: { code: 'CONFLICT' },
  })
  await callerOf(localActor).resend(bens as { id: string })
  expect(await callerOf(localActor).outbox()).toMatchObject({ waiting: 2, failed: [] })
  expect(await actions()).toEqual(['notification.resend'])
})
