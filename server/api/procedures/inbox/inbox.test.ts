import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { requestRun } from '#server/runs/acting/request-run.ts'
import { appRouter } from '../../router.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const text = `workflow_type: Approve
steps:
  - name: Before
    function: t.double
  - name: Approval
    type: HUMAN
    title: "Approve {{ input.n }}"
    groups: [credit]
    excluded: [requester]
    form:
      type: object
      required: [approved]
      properties:
        note: { type: string, maxLength: 5 }
        approved: { type: boolean }
        amount: { type: number }
    due_in_seconds: 3600
`

const below = (name: string, child: string) => `workflow_type: ${name}
steps:
  - name: Look
    type: HUMAN
    title: "${name} {{ input.n }}"
  - name: Down
    type: SUB_WORKFLOW
    sub_workflow_type: ${child}
`

const person = (id: string, groups: string[]): Actor => ({ ...localPerson, id, name: id, groups })
const inboxOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor }).inbox
const mine = () => inboxOf(localActor)

/** A run that waits; its task's id. */
async function waitingTask(n: number): Promise<{ taskId: string; runId: string }> {
  const { runId } = await requestRun(api.services.stores, localActor, { workflow: 'Approve', input: { n } })
  const find = async () => (await mine().list({ scope: 'all', filter: { search: `Approve ${n}` } })).items
  await expect.poll(async () => (await find()).length).toBe(1)
  const [task] = await find()
  return { taskId: task?.taskId ?? '', runId }
}

const decision = (taskId: string, input: unknown, revision = 1, operationId = randomUUID()) => ({
  taskId,
  input: input as never,
  expectedRevision: revision,
  operationId,
})

describe('an open task', () => {
  it('shows what is asked, by which form in the author’s order, and what went before', async () => {
    const { taskId, runId } = await waitingTask(101)
    const task = await mine().get({ taskId })
    expect(task).toMatchObject({
      title: 'Approve 101',
      workflow: 'Approve',
      runId,
      step: 'Approval',
      status: 'open',
      groups: ['credit'],
      runStatus: 'WAITING_HUMAN_INPUT',
      runInput: { n: 101 },
      runState: { n: 202 },
      allowedActions: ['decide', 'claim', 'assign', 'delegate', 'follow_up', 'comment'],
    })
    expect(Object.keys((task.form as { properties: object }).properties)).toEqual(['note', 'approved', 'amount'])
    expect(Date.parse(task.dueAt ?? '') - Date.parse(task.openedAt)).toBe(3_600_000)
    expect(task.earlier[0]?.step).toBe('Before')
    expect(task.earlier.every(({ sentence }) => sentence.length > 5)).toBe(true)
  })

  it('is in the lists of those who may decide it', async () => {
    const { taskId } = await waitingTask(102)
    const listed = async (actor: Actor, scope: 'available' | 'mine' | 'all') =>
      (await inboxOf(actor).list({ scope, filter: { search: 'Approve 102' } })).items.map((task) => task.taskId)
    expect(await listed(localActor, 'available')).toEqual([taskId])
    expect(await listed(person('ana', ['credit']), 'available')).toEqual([taskId])
    expect(await listed(person('bob', ['sales']), 'available')).toEqual([])
    expect(await listed(person('requester', ['credit']), 'available')).toEqual([])
    expect(await listed(person('ana', ['credit']), 'mine')).toEqual([])
    expect(await inboxOf(person('bob', [])).counts()).toEqual({
      mine: 0,
      groups: 0,
      available: 0,
      later: 0,
      late: 0,
      all: null,
    })
    await expect(inboxOf(person('bob', [])).decide(decision(taskId, { approved: true }))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { code: 'NOT_ENTITLED' },
    })
    const excluded = inboxOf(person('requester', ['credit']))
    await expect(excluded.decide(decision(taskId, { approved: true }))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a task far below', () => {
  it('shows what was decided in the runs above, and where', async () => {
    for (const [name, child] of [
      ['Third', 'Approve'],
      ['Second', 'Third'],
      ['First', 'Second'],
    ] as const) {
      expect((await api.publish(below(name, child))).status).toBe(201)
    }
    const { runId } = await requestRun(api.services.stores, localActor, { workflow: 'First', input: { n: 150 } })
    const open = async (title: string) => {
      const find = async () => (await mine().list({ scope: 'all', filter: { search: title, belowRunId: runId } })).items
      await expect.poll(async () => (await find()).length).toBe(1)
      return (await find())[0]
    }
    for (const name of ['First', 'Second', 'Third']) {
      const task = await open(`${name} 150`)
      await mine().decide(decision(task?.taskId ?? '', {}))
    }
    const { earlier } = await mine().get({ taskId: (await open('Approve 150'))?.taskId ?? '' })
    const above = earlier.filter(({ run }) => run !== null)
    expect(above.map(({ step, sentence, run }) => [step, sentence, run?.workflow])).toEqual(
      ['Third', 'Second', 'First'].map((name) => ['Look', 'You decided Look.', name]),
    )
    expect(above.at(-1)?.run?.runId).toBe(runId)
  })
})

describe('an open task whose workflow goes on to another form', () => {
  it('keeps the form by which it was asked', async () => {
    const old = await waitingTask(160)
    const { form } = await mine().get({ taskId: old.taskId })
    const newer = text.replace('required: [approved]', 'required: [signed]').replace('approved: {', 'signed: {')
    expect((await api.publish(newer)).status).toBe(201)
    const fresh = await waitingTask(161)
    expect((await mine().get({ taskId: fresh.taskId })).form).toMatchObject({ required: ['signed'] })
    expect((await mine().get({ taskId: old.taskId })).form).toEqual(form)
    expect(await mine().decide(decision(old.taskId, { signed: true }))).toMatchObject({ outcome: 'invalid' })
    expect(await mine().decide(decision(old.taskId, { approved: true }))).toEqual({ outcome: 'decided' })
    expect((await mine().decide(decision(fresh.taskId, { approved: true }))).outcome).toBe('invalid')
    expect((await api.publish(text)).status).toBe(201)
  })
})

describe('decisions and a cancel at the same moment', () => {
  it.each([170, 171, 172])('have one effect, and whoever comes late is told (%i)', async (n) => {
    const { taskId, runId } = await waitingTask(n)
    const { runs } = appRouter.createCaller({ ...api.services, actor: localActor })
    const people = ['ana', 'ben', 'cleo', 'dan'].map((id) => inboxOf(person(id, ['credit'])))
    const [cancelled, ...decided] = await Promise.allSettled([
      runs.cancel({ runId, reason: 'too late' }),
      ...people.map((inbox) => inbox.decide(decision(taskId, { approved: true }))),
    ])
    await expect.poll(async () => (await runs.get({ runId })).status).toMatch(/COMPLETED|CANCELLED/)
    const { status, events } = await runs.get({ runId })
    const many = (type: string) => events.filter((event) => event.type === type).length
    const isCancelled = status === 'CANCELLED'
    expect([many('workflow.human_task.decided'), many('workflow.run.cancelled')]).toEqual(isCancelled ? [0, 1] : [1, 0])
    expect((await mine().get({ taskId })).status).toBe(isCancelled ? 'closed' : 'decided')
    const won = decided.filter((each) => each.status === 'fulfilled' && each.value.outcome === 'decided')
    const told = [
      ...won,
      ...(cancelled.status === 'fulfilled' && cancelled.value.outcome === 'done' ? [cancelled] : []),
    ]
    expect(told.length).toBeLessThanOrEqual(1)
  })
})

describe('a decision', () => {
  it('that does not fit the form is shown at its fields and decides nothing', async () => {
    const { taskId } = await waitingTask(201)
    const result = await mine().decide(decision(taskId, { note: 'too long', amount: 'x' }))
    expect(result.outcome).toBe('invalid')
    if (result.outcome === 'invalid') {
      expect(result.errors.map(({ path }) => path).toSorted()).toEqual(['amount', 'approved', 'note'])
    }
    expect(await mine().get({ taskId })).toMatchObject({ status: 'open', revision: 1 })
  })

  it('is made once by five at once, and the others are told by whom', async () => {
    const { taskId } = await waitingTask(202)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        inboxOf(person(`p${index}`, ['credit'])).decide(decision(taskId, { approved: index % 2 === 0 })),
      ),
    )
    expect(answers.filter(({ outcome }) => outcome === 'decided')).toHaveLength(1)
    const winner = `p${answers.findIndex(({ outcome }) => outcome === 'decided')}`
    for (const answer of answers) {
      if (answer.outcome !== 'decided') expect(answer).toMatchObject({ outcome: 'already_decided', by: winner })
    }
    expect(await mine().get({ taskId })).toMatchObject({
      status: 'decided',
      decidedBy: winner,
      allowedActions: ['comment'],
    })
  })

  it('sent again is the same decision', async () => {
    const { taskId } = await waitingTask(203)
    const request = decision(taskId, { approved: true })
    const answers = await Promise.all([mine().decide(request), mine().decide(request)])
    expect(answers).toEqual([{ outcome: 'decided' }, { outcome: 'decided' }])
    expect(await mine().decide(request)).toEqual({ outcome: 'decided' })
    expect(await mine().decide(decision(taskId, { approved: false }))).toMatchObject({ outcome: 'already_decided' })
  })

  it('keeps the reason in the history of the run', async () => {
    const { taskId, runId } = await waitingTask(302)
    const answer = { ...decision(taskId, { approved: true }), reason: 'as agreed by phone' }
    expect(await mine().decide(answer)).toEqual({ outcome: 'decided' })
    const { events } = await appRouter.createCaller({ ...api.services, actor: localActor }).runs.get({ runId })
    expect(events.find(({ type }) => type === 'workflow.human_task.decided')?.payload).toMatchObject({
      reason: 'as agreed by phone',
    })
  })

  it('does not get the answer of another operation', async () => {
    const [first, second] = [await waitingTask(204), await waitingTask(205)]
    const operationId = randomUUID()
    await mine().decide(decision(first.taskId, { approved: true }, 1, operationId))
    await expect(mine().decide(decision(second.taskId, { approved: true }, 1, operationId))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await mine().get({ taskId: second.taskId })).toMatchObject({ status: 'open' })
  })

  it('upon something else than the task as it is now decides nothing', async () => {
    const { taskId } = await waitingTask(206)
    expect(await mine().decide(decision(taskId, { approved: true }, 9))).toMatchObject({
      outcome: 'changed',
      revision: 1,
    })
  })

  it('of a cancelled run comes too late', async () => {
    const { taskId, runId } = await waitingTask(207)
    const runs = appRouter.createCaller({ ...api.services, actor: localActor }).runs
    await runs.cancel({ runId })
    expect(await mine().decide(decision(taskId, { approved: true }))).toMatchObject({
      outcome: 'already_decided',
      by: null,
    })
    const done = await mine().list({ scope: 'done' })
    expect(done.items[0]).toMatchObject({ taskId, status: 'closed' })
  })
})

describe('the lists of the inbox', () => {
  it('page through every task once', async () => {
    for (const scope of ['all', 'done'] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<ReturnType<typeof mine>['list']>> = await mine().list({
          scope,
          limit: 2,
          cursor,
        })
        seen.push(...page.items.map(({ taskId }) => taskId))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen.length).toBeGreaterThan(2)
      expect(new Set(seen).size).toBe(seen.length)
    }
  })
})

describe('an answer to the run itself', () => {
  it('is taken from those who may decide, and from nobody else', async () => {
    const { runId } = await waitingTask(701)
    const runsOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor }).runs
    for (const actor of [person('someone', ['sales']), person('requester', ['credit'])]) {
      for (const step of ['Approval', undefined]) {
        const refused = { cause: { code: 'NOT_ENTITLED' } }
        await expect(runsOf(actor).resume({ runId, input: { approved: true }, step })).rejects.toMatchObject(refused)
        await expect(runsOf(actor).approve({ runId, step })).rejects.toMatchObject(refused)
      }
    }
    await expect(runsOf(person('clerk', ['credit'])).approve({ runId })).resolves.toMatchObject({ outcome: 'done' })
  })
})
