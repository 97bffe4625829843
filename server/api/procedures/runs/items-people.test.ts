import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { decision, inboxOf, person, write } from '../../testing/inbox-of.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

/** Items of one PARALLEL step that ask people share the step: whoever may decide one of them has no right over another. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const ask = (name: string, group: string) =>
    `workflow_type: ${name}\nsteps:\n  - { name: Ask, type: HUMAN, title: ${name}, groups: [${group}] }\n`
  const both = `workflow_type: Both
steps:
  - name: All
    type: PARALLEL
    tasks:
      - { name: credit, sub_workflow_type: Credit }
      - { name: legal, sub_workflow_type: Legal }
`
  const pauses = `workflow_type: Pauses
steps:
  - name: All
    type: PARALLEL
    tasks:
      - { name: one, function: t.ask }
      - { name: two, function: t.ask }
`
  for (const text of [ask('Credit', 'credit'), ask('Legal', 'legal'), both, pauses]) {
    expect((await api.publish(text)).status).toBe(201)
  }
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
const [ana, kim] = [person('ana', ['credit']), person('kim', ['legal'])]
const statusOf = async (runId: string) => (await callerOf(localActor).runs.get({ runId })).status
const ends = (runId: string, status: string) =>
  eventually(async () => ((await statusOf(runId)) === status ? true : undefined))

async function waiting(workflow: string) {
  const { runId } = await callerOf(localActor).runs.start({ workflow, input: {} })
  const tasks = await eventually(async () => {
    const { items } = await inboxOf(api, localActor).list({ scope: 'all', filter: { belowRunId: runId } })
    return items.length === 2 ? items.toSorted((a, b) => a.title.localeCompare(b.title)) : undefined
  })
  const [first, second] = tasks
  if (!first || !second) throw new Error('Two tasks were expected.')
  return { runId, first, second }
}

it('of runs below, each item is of those whom its run asks; the step is of nobody who may decide only one', async () => {
  const { runId, first: credit, second: legal } = await waiting('Both')
  const mine = await inboxOf(api, ana).list({ scope: 'groups', filter: { belowRunId: runId } })
  expect(mine.items.map(({ title }) => title)).toEqual(['Credit'])
  const skip = (actor: Actor) => callerOf(actor).runs.skip({ runId })
  const barred = (title: string) => ({
    cause: {
      code: 'NOT_ENTITLED',
      message: `Below All, “${title}” is assigned to other people. Only the people assigned or a manager can skip it.`,
    },
  })
  await expect(skip(ana)).rejects.toMatchObject(barred('Legal'))
  await expect(skip(kim)).rejects.toMatchObject(barred('Credit'))
  const { decide } = inboxOf(api, ana)
  await expect(decide(decision(legal.taskId, legal.revision, {}))).rejects.toMatchObject({
    cause: { code: 'NOT_ENTITLED' },
  })
  await expect(callerOf(ana).runs.resume({ runId: legal.runId, input: {} })).rejects.toMatchObject({
    cause: { code: 'NOT_ENTITLED' },
  })
  // When their own is decided nothing of the other has become theirs.
  await decide(decision(credit.taskId, credit.revision, {}))
  await ends(credit.runId, 'COMPLETED')
  await expect(skip(ana)).rejects.toMatchObject(barred('Legal'))
  await skip(kim)
  await ends(runId, 'COMPLETED')
})

it('of functions that pause, whoever holds one keeps it, and an answer that names none is to neither', async () => {
  const { runId, first, second } = await waiting('Pauses')
  await inboxOf(api, kim).claim(write(first.taskId, first.revision))
  const { decide } = inboxOf(api, ana)
  const held = { cause: { code: 'CONFLICT', message: 'Claimed by KIM.' } }
  await expect(decide(decision(first.taskId, first.revision + 1, {}))).rejects.toMatchObject(held)
  const answer = { runId, step: 'All', input: { ok: true } }
  await expect(callerOf(ana).runs.resume(answer)).rejects.toMatchObject({ cause: { code: 'AMBIGUOUS_WAIT' } })
  await decide(decision(second.taskId, second.revision, {}))
  await expect(callerOf(ana).runs.resume(answer)).rejects.toMatchObject(held)
  await callerOf(kim).runs.resume(answer)
  await ends(runId, 'COMPLETED')
})
