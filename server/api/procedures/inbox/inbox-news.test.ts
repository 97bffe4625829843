import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { inboxOf, person, waitingTask, write } from '../../testing/inbox-of.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const loan = `workflow_type: Loan
steps:
  - name: Approval
    type: HUMAN
    title: "Loan {{ input.n }}"
    groups: [credit]
    due_in_seconds: 3600
`

const quick = `workflow_type: Quick
steps:
  - name: Approval
    type: HUMAN
    title: "Quick {{ input.n }}"
    groups: [credit]
    due_in_seconds: 1
    reminders: [0.5]
    escalate_to: bosses
`

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [loan, quick]) expect((await api.publish(text)).status).toBe(201)
  const { directory } = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const id of ['ana', 'ben']) await directory.savePerson({ id, name: id.toUpperCase() })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const [ana, ben, boss] = [person('ana'), person('ben'), person('boss', ['bosses'], ['manager'])]
const sales = person('zoe', ['sales'])
/** Nobody acts in the millisecond in which a task opens, which is dated by its engine and not by the database. */
const openedEarlier = (taskId: string) =>
  api.services.stores.pool.query(`update human_task set opened_at = opened_at - interval '5 seconds' where id = $1`, [
    taskId,
  ])

const listed = async (actor: Actor, scope: 'mine' | 'groups' | 'later', search: string) =>
  (await inboxOf(api, actor).list({ scope, filter: { search } })).items.length

describe('a task that is put off', () => {
  it('is under later and in no other list of work, and comes back by itself as news', async () => {
    const taskId = (await waitingTask(api, 'Loan', 61)).taskId
    await openedEarlier(taskId)
    const search = 'Loan 61'
    const before = await inboxOf(api, ana).counts()
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    await inboxOf(api, ana).setFollowUp({ ...write(taskId, 1), until: inAnHour })
    expect([await listed(ana, 'groups', search), await listed(ana, 'later', search)]).toEqual([0, 1])
    expect(await inboxOf(api, ana).counts()).toMatchObject({
      available: before.available - 1,
      groups: before.groups - 1,
      later: before.later + 1,
    })
    expect((await inboxOf(api, localActor).list({ scope: 'all', filter: { search } })).items).toHaveLength(1)
    const { until: seen } = await inboxOf(api, ana).news({ since: null })
    await inboxOf(api, ana).claim(write(taskId, 1))
    expect([await listed(ana, 'mine', search), await listed(ana, 'later', search)]).toEqual([0, 1])
    expect((await inboxOf(api, ana).news({ since: seen })).items.filter((each) => each.taskId === taskId)).toEqual([])
    await inboxOf(api, ana).setFollowUp({ ...write(taskId, 2), until: new Date(Date.parse(seen) + 1).toISOString() })
    expect([await listed(ana, 'mine', search), await listed(ana, 'later', search)]).toEqual([1, 0])
    const news = (await inboxOf(api, ana).news({ since: seen })).items.find((each) => each.taskId === taskId)
    expect(news).toMatchObject({ title: search, reason: 'back', by: null })
  })
})

describe('news', () => {
  it('are what opens, and what others pass on: once, oldest first, to whom it was passed', async () => {
    const first = await inboxOf(api, ben).news({ since: null })
    expect(first.items).toEqual([])
    const taskId = (await waitingTask(api, 'Loan', 62)).taskId
    // A task is dated by its engine, whose clock need not agree with the one of the database to the millisecond.
    const since = new Date(Date.parse(first.until) - 10_000).toISOString()
    const opened = await inboxOf(api, ben).news({ since })
    expect(opened.items.filter((each) => each.taskId === taskId)).toMatchObject([
      { taskId, title: 'Loan 62', workflow: 'Loan', step: 'Approval', reason: 'opened' },
    ])
    expect(await inboxOf(api, ben).news({ since: opened.until })).toEqual({ items: [], until: opened.until })
    await openedEarlier(taskId)
    const ofTask = async (actor: Actor) =>
      (await inboxOf(api, actor).news({ since })).items.filter((each) => each.taskId === taskId)
    await inboxOf(api, ana).delegate({ ...write(taskId, 1), to: 'ben' })
    expect(await ofTask(ben)).toMatchObject([{ reason: 'delegated', by: 'ANA' }])
    expect(await ofTask(ana)).toEqual([])
    await inboxOf(api, boss).assign({ ...write(taskId, 2), to: 'ben' })
    expect(await ofTask(ben)).toMatchObject([{ reason: 'assigned', by: 'BOSS' }])
  })

  it('are a reminder for those who are asked, and then a call to those who are asked as well because it is late', async () => {
    const { until: before } = await inboxOf(api, boss).news({ since: null })
    const { taskId } = await waitingTask(api, 'Quick', 63)
    await expect.poll(async () => (await inboxOf(api, localActor).get({ taskId })).escalatedAt).not.toBeNull()
    const { openedAt, remindedAt, escalatedAt } = await inboxOf(api, localActor).get({ taskId })
    const since = new Date(Date.parse(before) - 10_000).toISOString()
    const told = async (actor: Actor, from: string) =>
      (await inboxOf(api, actor).news({ since: from })).items.filter((each) => each.taskId === taskId)
    expect(await told(ana, openedAt)).toMatchObject([{ reason: 'reminded', by: null, at: remindedAt }])
    expect(await told(boss, openedAt)).toMatchObject([{ reason: 'escalated', by: null, at: escalatedAt }])
    expect(await told(localActor, since)).toMatchObject([{ reason: 'escalated' }])
    expect([await told(sales, since), await told(ana, remindedAt ?? ''), await told(boss, escalatedAt ?? '')]).toEqual([
      [],
      [],
      [],
    ])
  })
})
