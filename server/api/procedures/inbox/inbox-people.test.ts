import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import type { ChangeResult } from '#server/inbox/models.ts'
import { appRouter } from '../../router.ts'
import { inboxOf as anyInboxOf, waitingTask as anyTask, decision, person, write } from '../../testing/inbox-of.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [loan, two, quick]) expect((await api.publish(text)).status).toBe(201)
  const directory = appRouter.createCaller({ ...api.services, actor: localActor }).directory
  for (const id of ['ana', 'ben', 'eve']) await directory.savePerson({ id, name: id.toUpperCase() })
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
    instructions: "Read the papers of {{ input.customer }}."
    groups: [credit]
    excluded: [eve, auditors]
    queue: Loans
    priority: 80
    inbox_fields: { Customer: "{{ input.customer }}", Amount: "{{ input.n }}" }
    due_in_seconds: 3600
`
const two = `workflow_type: Two
steps:
  - name: Approval
    type: HUMAN
    title: "Two {{ input.n }}"
    groups: [credit]
    approvals_required: 2
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

const [ana, ben, boss] = [person('ana'), person('ben'), person('boss', ['bosses'], ['manager'])]
const inboxOf = (actor: Actor) => anyInboxOf(api, actor)
const mine = () => inboxOf(localActor)
const waitingTask = async (workflow: string, n: number) => (await anyTask(api, workflow, n)).taskId
const listed = async (actor: Actor, scope: 'mine' | 'groups', search: string) =>
  (await inboxOf(actor).list({ scope, filter: { search } })).items.length

describe('a claim', () => {
  it('puts the task on one desk: it leaves the lists of the others, and they may not decide it', async () => {
    const taskId = await waitingTask('Loan', 1)
    expect([await listed(ana, 'groups', 'Loan 1'), await listed(ana, 'mine', 'Loan 1')]).toEqual([1, 0])
    const claimed = await inboxOf(ana).claim(write(taskId, 1))
    expect(claimed).toMatchObject({ outcome: 'done', task: { revision: 2, holder: { id: 'ana', name: 'ANA' } } })
    expect([await listed(ana, 'groups', 'Loan 1'), await listed(ana, 'mine', 'Loan 1')]).toEqual([0, 1])
    expect([await listed(ben, 'groups', 'Loan 1'), await listed(ben, 'mine', 'Loan 1')]).toEqual([0, 0])
    expect((await inboxOf(ben).get({ taskId })).notAllowed).toContainEqual({
      action: 'decide',
      reason: 'Claimed by ANA.',
    })
    await expect(inboxOf(ben).decide(decision(taskId, 2, {}))).rejects.toMatchObject({
      cause: { code: 'CONFLICT', message: 'Claimed by ANA.' },
    })
    expect(await inboxOf(ben).decide(decision(taskId, 1, {}))).toMatchObject({
      outcome: 'changed',
      by: 'ANA',
      sentence: 'ANA claimed it.',
      revision: 2,
    })
    await expect(inboxOf(ben).release(write(taskId, 2))).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
    expect(await inboxOf(ana).decide(decision(taskId, 2, {}))).toEqual({ outcome: 'decided' })
    expect(await inboxOf(ben).claim(write(taskId, 2))).toMatchObject({ outcome: 'already_decided', by: 'ANA' })
  })

  it('is won by one of ten, and the others are told by whom', async () => {
    const taskId = await waitingTask('Loan', 2)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => inboxOf(person(`p${index}`)).claim(write(taskId, 1))),
    )
    const winner = `P${answers.findIndex(({ outcome }) => outcome === 'done')}`
    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    for (const answer of answers)
      if (answer.outcome !== 'done') expect(answer).toMatchObject({ outcome: 'changed', by: winner })
  })

  it('sent again is one claim, also a hundred times at once', async () => {
    const taskId = await waitingTask('Loan', 3)
    const claim = write(taskId, 1)
    const answers = await Promise.all(Array.from({ length: 100 }, () => inboxOf(ana).claim(claim)))
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'done', task: { revision: 2 } })
    const reused = { cause: { code: 'IDEMPOTENCY_KEY_REUSED' } }
    await expect(inboxOf(ben).claim(claim)).rejects.toMatchObject(reused)
    await expect(inboxOf(ana).release({ ...claim, expectedRevision: 2 })).rejects.toMatchObject(reused)
    await inboxOf(ana).release(write(taskId, 2))
    expect(await mine().get({ taskId })).toMatchObject({ revision: 3, holder: null })
  })
})

describe('a task that is passed on', () => {
  it('is on the other person’s desk, who may decide it from then on', async () => {
    const taskId = await waitingTask('Loan', 11)
    const outsider = person('ben', [])
    const delegated = await inboxOf(ana).delegate({ ...write(taskId, 1), to: ' Ben', note: 'You know them' })
    expect(delegated).toMatchObject({
      outcome: 'done',
      task: { holder: { id: 'ben', name: 'BEN' }, delegates: ['ben'] },
    })
    expect(await listed(outsider, 'mine', 'Loan 11')).toBe(1)
    const { activity } = await inboxOf(outsider).get({ taskId })
    expect(activity.map(({ sentence }) => sentence)).toEqual([
      'Approval asks: Loan 11',
      'ANA delegated it to BEN: You know them',
    ])
    expect(await inboxOf(outsider).decide(decision(taskId, 2, {}))).toEqual({ outcome: 'decided' })
  })

  it('goes to nobody whose group is excluded', async () => {
    const directory = appRouter.createCaller({ ...api.services, actor: localActor }).directory
    await directory.saveGroup({ id: 'auditors', name: 'Auditors' })
    await directory.savePerson({ id: 'gil', name: 'Gil', groups: ['auditors'] })
    const taskId = await waitingTask('Loan', 13)
    const gil = inboxOf(person('gil', ['auditors', 'credit']))
    const { excluded, allowedActions, notAllowed } = await gil.get({ taskId })
    expect(excluded).toEqual(['eve', 'auditors'])
    expect(allowedActions).not.toContain('decide')
    const reason = 'You are excluded from deciding this task. Another person must decide it.'
    expect(notAllowed).toContainEqual({ action: 'decide', reason })
    await expect(gil.decide(decision(taskId, 1, {}))).rejects.toMatchObject({
      cause: { code: 'NOT_ENTITLED', message: reason },
    })
    await expect(inboxOf(ana).delegate({ ...write(taskId, 1), to: 'gil' })).rejects.toMatchObject({
      cause: { code: 'NOT_ENTITLED', message: 'Gil is excluded from this task.', field: 'to' },
    })
  })

  it('goes to nobody who is excluded, or whom nobody knows, and only managers assign', async () => {
    const taskId = await waitingTask('Loan', 12)
    const refused = (code: string, field?: string) => ({ cause: { code, ...(field && { field }) } })
    await expect(inboxOf(boss).assign({ ...write(taskId, 1), to: 'eve' })).rejects.toMatchObject(
      refused('NOT_ENTITLED'),
    )
    await expect(inboxOf(boss).assign({ ...write(taskId, 1), to: 'bne' })).rejects.toMatchObject(
      refused('NOT_FOUND', 'to'),
    )
    await expect(inboxOf(ana).assign({ ...write(taskId, 1), to: 'ben' })).rejects.toMatchObject(refused('NOT_ENTITLED'))
    await expect(inboxOf(person('bob', [])).delegate({ ...write(taskId, 1), to: 'ben' })).rejects.toMatchObject(
      refused('NOT_ENTITLED'),
    )
    const given = (await inboxOf(boss).assign({ ...write(taskId, 1), to: 'ben' })) as ChangeResult
    expect(given).toMatchObject({ outcome: 'done', task: { holder: { id: 'ben' } } })
    expect(await inboxOf(boss).release(write(taskId, 2))).toMatchObject({ outcome: 'done', task: { holder: null } })
  })
})

describe('a comment', () => {
  it('is kept once, as it was written, and may come late', async () => {
    const taskId = await waitingTask('Loan', 21)
    const text = '<b>Wait</b> & see {{ input.n }} \u202e'
    const comment = { taskId, operationId: randomUUID(), text }
    await Promise.all([inboxOf(ana).comment(comment), inboxOf(ana).comment(comment)])
    await mine().decide(decision(taskId, 1, {}))
    expect(await inboxOf(ben).comment({ ...comment, operationId: randomUUID(), text: 'Too late' })).toMatchObject({
      task: { comments: 2 },
    })
    const { commentList } = await mine().get({ taskId })
    expect(commentList.map((one) => [one.by.name, one.text])).toEqual([
      ['ANA', text.trim()],
      ['BEN', 'Too late'],
    ])
  })
})

describe('lists', () => {
  it('show what the author chose, and are narrowed by all of it', async () => {
    const taskId = await waitingTask('Loan', 31)
    const other = await waitingTask('Two', 31)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await inboxOf(ana).setFollowUp({ ...write(taskId, 1), until })
    const [task] = (await inboxOf(ana).list({ scope: 'later', filter: { search: 'customer 31' } })).items
    expect(task).toMatchObject({
      taskId,
      queue: 'Loans',
      priority: 80,
      fields: [
        { label: 'Customer', value: 'Customer 31' },
        { label: 'Amount', value: 31 },
      ],
      requestedBy: 'local',
      followUpAt: until,
      revision: 1,
    })
    expect((await mine().get({ taskId })).instructions).toBe('Read the papers of Customer 31.')
    const ids = async (filter: object, scope: 'later' | 'available' = 'available') =>
      (await inboxOf(ana).list({ scope, filter, limit: 200 })).items.map((each) => each.taskId)
    expect(await ids({ followUp: 'later' })).toContain(taskId)
    for (const filter of [
      { queue: 'Loans' },
      { priorityFrom: 60 },
      { workflow: 'Loan', step: 'Approval' },
      { due: 'soon' },
      { dueTo: until },
    ]) {
      expect(await ids(filter, 'later')).toContain(taskId)
      expect(await ids(filter)).not.toContain(other)
    }
    for (const filter of [{ due: 'none' }, { priorityTo: 60 }, { dueFrom: until }, { holder: 'me' }]) {
      expect(await ids(filter)).not.toContain(taskId)
    }
    expect(await ids({ group: 'credit', holder: 'nobody', followUp: 'now' })).toContain(other)
    expect(await mine().facets({ scope: 'all' })).toMatchObject({
      queue: [{ value: 'Loans' }],
      group: [{ value: 'credit' }],
      holder: [{ count: 1 }],
    })
  })

  it('page through every task once in every order, and take no cursor of another one', async () => {
    let stranger = ''
    for (const sort of ['due', 'oldest', 'newest', 'priority'] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<ReturnType<typeof mine>['list']>> = await mine().list({
          scope: 'all',
          sort,
          limit: 2,
          cursor,
        })
        seen.push(...page.items.map((each) => each.taskId))
        if (sort === 'due') stranger = page.nextCursor ?? stranger
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen.length).toBe((await mine().counts()).all)
      expect(new Set(seen).size).toBe(seen.length)
    }
    const foreign = mine().list({ scope: 'all', sort: 'priority', cursor: stranger })
    await expect(foreign).rejects.toMatchObject({ cause: { code: 'INVALID_CURSOR' } })
    await expect(inboxOf(ana).list({ scope: 'all' })).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED' } })
    expect(await inboxOf(boss).counts()).toMatchObject({ all: (await mine().counts()).all, groups: 0 })
  })
})

describe('a task that two people have to approve', () => {
  it('counts each once, stays open for others, and is held by nobody', async () => {
    const taskId = await waitingTask('Two', 41)
    const yes = decision(taskId, 1, { approved: true })
    expect(await inboxOf(ana).decide(yes)).toEqual({ outcome: 'approved', approvals: 1, required: 2 })
    expect(await inboxOf(ana).decide(yes)).toEqual({ outcome: 'approved', approvals: 1, required: 2 })
    await expect(inboxOf(ana).decide(decision(taskId, 1, {}))).rejects.toMatchObject({
      cause: { code: 'CONFLICT', message: 'You have approved it; 1 more person has to.' },
    })
    expect(await inboxOf(ben).get({ taskId })).toMatchObject({
      approvals: [{ by: { id: 'ana', name: 'ANA' } }],
      allowedActions: ['decide', 'delegate', 'follow_up', 'comment'],
    })
    expect([await listed(ana, 'groups', 'Two 41'), await listed(ben, 'groups', 'Two 41')]).toEqual([0, 1])
    await expect(inboxOf(ben).claim(write(taskId, 1))).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
    expect(await inboxOf(ben).decide(decision(taskId, 1, { approved: true }))).toEqual({ outcome: 'decided' })
    expect(await mine().get({ taskId })).toMatchObject({
      status: 'decided',
      decidedBy: 'ben',
      decidedByName: 'BEN',
      approvals: [{ by: { id: 'ana' } }, { by: { id: 'ben' } }],
    })
  })
})

describe('a task that is late', () => {
  it('reminds those who are asked, and then asks others as well', async () => {
    const taskId = await waitingTask('Quick', 51)
    await expect.poll(async () => (await mine().get({ taskId })).escalatedAt).not.toBeNull()
    const task = await inboxOf(boss).get({ taskId })
    expect(task).toMatchObject({ reminders: 1, escalatedTo: ['bosses'], revision: 1 })
    expect(task.activity.map(({ sentence }) => sentence)).toEqual([
      'Approval asks: Quick 51',
      'Reminder 1 of Approval.',
      'Approval is overdue and was escalated to bosses.',
    ])
    expect(task.allowedActions).toContain('decide')
    expect(await listed(boss, 'groups', 'Quick 51')).toBe(1)
    // The filter offers those whom it was escalated to, as it finds it by them.
    expect((await inboxOf(boss).facets({ scope: 'groups' })).group).toContainEqual({ value: 'bosses', count: 1 })
    expect((await inboxOf(ana).counts()).late).toBe(1)
    expect(await inboxOf(boss).decide(decision(taskId, 1, {}))).toEqual({ outcome: 'decided' })
  })
})

describe('one decision for many tasks', () => {
  it('has an answer for each, and sent again decides nothing more', async () => {
    const [first, second, third] = [
      await waitingTask('Loan', 61),
      await waitingTask('Loan', 62),
      await waitingTask('Loan', 63),
    ]
    await inboxOf(ben).claim(write(second, 1))
    await mine().decide(decision(third, 1, {}))
    const request = {
      items: [first, second, third, randomUUID()].map((taskId) => ({ taskId, expectedRevision: 1 })),
      input: { approved: true },
      operationId: randomUUID(),
    }
    const expected = [
      { outcome: 'decided' },
      { outcome: 'changed', by: 'BEN' },
      { outcome: 'already_decided', by: 'You' },
      { outcome: 'refused', code: 'NOT_FOUND' },
    ]
    expect(await inboxOf(ana).decideMany(request)).toMatchObject(expected)
    expect(await inboxOf(ana).decideMany(request)).toMatchObject(expected)
    expect(await mine().get({ taskId: first })).toMatchObject({ status: 'decided', decidedBy: 'ana', revision: 2 })
  })
})

describe('what people do with tasks', () => {
  it('is heard of by whoever follows the run', async () => {
    const { taskId, runId } = await anyTask(api, 'Loan', 71)
    const heard = new Set<string>()
    const stop = api.changes.subscribe(({ runs }) => {
      for (const id of runs.get('local') ?? []) heard.add(id)
    })
    await expect.poll(async () => (await api.changes.read(null)).next).toBeTypeOf('bigint')
    heard.clear()
    await inboxOf(ana).claim(write(taskId, 1))
    await expect.poll(() => heard.has(runId)).toBe(true)
    stop()
  })

  it('is told with the run, newest first', async () => {
    const { taskId, runId } = await anyTask(api, 'Loan', 73)
    await inboxOf(ana).claim(write(taskId, 1))
    await inboxOf(ana).comment({ taskId, operationId: randomUUID(), text: 'Looks fine' })
    expect(await mineOf(runId)).toMatchObject([
      { step: 'Approval', taskId, sentence: 'ANA commented.', text: 'Looks fine' },
      { step: 'Approval', taskId, sentence: 'ANA claimed it.', text: null },
    ])
  })
  const mineOf = (runId: string) => mine().ofRun({ runId })

  it('binds an answer to the run as well', async () => {
    const { taskId, runId } = await anyTask(api, 'Loan', 72)
    await inboxOf(ana).claim(write(taskId, 1))
    const runsOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor }).runs
    const held = { cause: { code: 'CONFLICT', message: 'Claimed by ANA.' } }
    await expect(runsOf(ben).resume({ runId, input: {} })).rejects.toMatchObject(held)
    await expect(runsOf(ana).resume({ runId, input: {} })).resolves.toMatchObject({ outcome: 'done' })
  })
})
