import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '../../actor.ts'
import { workBulk } from '../../runs/bulk/work-bulk.ts'
import { appRouter } from '../router.ts'
import { inboxOf, person, waitingTask, write } from '../testing/inbox-of.ts'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

/** A verb about a step is no way around the people whom the step asks. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [loan, order]) expect((await api.publish(text)).status).toBe(201)
  await callerOf(localActor).directory.savePerson({ id: 'zoe', name: 'Zoe' })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const loan = `workflow_type: Loan
steps:
  - name: Approval
    type: HUMAN
    title: "Loan {{ input.n }}"
    groups: [credit]
    excluded: [eve, auditors]
    approvals_required: 2
`
const order = `workflow_type: Order
steps:
  - name: Credit
    type: SUB_WORKFLOW
    sub_workflow_type: Loan
`
const [eve, ana, zoe] = [person('eve'), person('ana'), person('zoe', ['sales'])]
const [boss, auditor] = [person('boss', [], ['manager']), person('gil', ['auditors'], ['manager'])]
const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
const excluded =
  'You are one of those who may not decide Approval: somebody else has to, and nobody passes it over for you.'
const notTheirs = 'Approval asks other people: only they, or a manager, may pass it over.'
const several = 'Approval takes 2 people: one alone may not pass it over, unless they are a manager.'
const statusOf = async (runId: string) => (await callerOf(localActor).runs.get({ runId })).status
const ends = (runId: string, status: string) =>
  eventually(async () => ((await statusOf(runId)) === status ? true : undefined))

describe('an open task that is not theirs', () => {
  it.each([
    ['who is excluded', eve, excluded],
    ['whose group is excluded, managers too', auditor, excluded],
    ['who is not asked', zoe, notTheirs],
    ['who is one of two that have to approve', ana, several],
  ])('is passed over by nobody %s', async (_, actor, message) => {
    const { runId } = await waitingTask(api, 'Loan', 1)
    const { runs } = callerOf(actor)
    const output = { approved: true }
    for (const attempt of [
      () => runs.markDone({ runId, output }),
      () => runs.skip({ runId, step: 'Approval' }),
      () => runs.jump({ runId, toStep: 'END' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED', message } })
    const { permissions } = await runs.get({ runId })
    const barred = [{ step: 'Approval', because: message }]
    for (const verb of ['skip', 'mark_done', 'jump'])
      expect(permissions).toContainEqual({ verb, allowed: false, because: message, barred })
    expect(permissions).toContainEqual({ verb: 'pause', allowed: true })
    expect(await statusOf(runId)).toBe('WAITING_HUMAN_INPUT')
    await runs.cancel({ runId })
    await ends(runId, 'CANCELLED')
  })

  it('is by managers, and by whoever sits at the machine', async () => {
    for (const actor of [boss, localActor]) {
      const { runId } = await waitingTask(api, 'Loan', 2)
      await callerOf(actor).runs.markDone({ runId, output: { approved: true } })
      await ends(runId, 'COMPLETED')
    }
  })

  it('is refused to programs with the same words, and to their previews', async () => {
    const { runId } = await waitingTask(api, 'Loan', 3)
    const at = `/v1/workflow-runs/${runId}`
    const headers = { 'content-type': 'application/json' }
    const bodies = { 'mark-done': { output: { approved: true } }, skip: {}, jump: { to_step: 'END' } }
    for (const [verb, body] of Object.entries(bodies)) {
      const answer = await api.fetch(`${at}/${verb}`, { method: 'POST', headers, body: JSON.stringify(body) }, eve)
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'NOT_ENTITLED' } }])
    }
    expect(await (await api.fetch(`${at}/preview?of=skip`, undefined, eve)).json()).toEqual({
      allowed: false,
      because: excluded,
    })
    const shown = (await (await api.fetch(at, undefined, eve)).json()) as { actions: readonly object[] }
    expect(shown.actions).toContainEqual({
      verb: 'skip',
      allowed: false,
      because: excluded,
      steps: null,
      barred: [{ step: 'Approval', because: excluded }],
    })
  })

  it('is refused for each of many runs by itself', async () => {
    const { runId } = await waitingTask(api, 'Loan', 4)
    const { bulk } = callerOf(eve)
    const { id } = await bulk.start({ verb: { type: 'skip' }, runIds: [runId] })
    while (await workBulk(api.services.stores)) {}
    const { items } = await bulk.items({ id })
    expect(items).toMatchObject([{ runId, outcome: 'refused', code: 'NOT_ENTITLED', message: excluded }])
    expect(await statusOf(runId)).toBe('WAITING_HUMAN_INPUT')
  })
})

describe('the task of a run below', () => {
  const below = async (n: number) => {
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Order', input: { n } })
    await ends(runId, 'WAITING_CHILD_HUMAN_INPUT')
    return runId
  }

  it('is not passed over from above either', async () => {
    const runId = await below(5)
    const asked = 'Below Credit, people are asked “Loan 5”'
    for (const [actor, message] of [
      [zoe, `${asked}: only they, or a manager, may pass it over.`],
      [auditor, `${asked}, and you are one of those who may not decide it: somebody else has to.`],
    ] as const) {
      await expect(callerOf(actor).runs.skip({ runId })).rejects.toMatchObject({
        cause: { code: 'NOT_ENTITLED', message },
      })
    }
    await callerOf(boss).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })
})

describe('somebody to whom a task was passed', () => {
  it('may pass it over where one is enough', async () => {
    await api.publish(loan.replace('    approvals_required: 2\n', ''))
    const { runId, taskId } = await waitingTask(api, 'Loan', 6)
    await inboxOf(api, boss).assign({ ...write(taskId, 1), to: 'zoe' })
    await callerOf(zoe).runs.skip({ runId, reason: 'agreed by phone' })
    await ends(runId, 'COMPLETED')
  })
})
