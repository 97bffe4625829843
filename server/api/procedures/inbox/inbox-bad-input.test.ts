import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { encodeCursor } from '../../../cursor.ts'
import { appRouter } from '../../router.ts'
import { decision, inboxOf, person, waitingTask, write } from '../../testing/inbox-of.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** What people and programs send to the inbox by mistake, too late, too often, or on purpose: a clear answer, one effect at most, nothing lost. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [asks, timed, forks]) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const form = `form: { type: object, additionalProperties: false, required: [approved], properties: { approved: { type: boolean } } }`
const asks = `workflow_type: Asks
steps:
  - name: Ask
    type: HUMAN
    title: "{{ input.customer }}"
    inbox_fields: { "<i>Who</i>": "{{ input.customer }}" }
    queue: "<b>'; drop table human_task; --"
    ${form}
`
const timed = `workflow_type: Timed
steps:
  - name: Ask
    type: HUMAN
    timeout_seconds: 0.5
    ${form}
`
const forks = `workflow_type: Forks
steps:
  - name: Start
    function: t.pass
    next: [Ask, Break]
  - name: Ask
    type: HUMAN
    next: END
  - name: Break
    type: WAIT
    duration_seconds: 0.5
  - name: Fail
    function: t.fail
`
const mine = () => inboxOf(api, localActor)
const events = async (runId: string, type: string) => {
  const { rows } = await api.services.stores.pool.query<{ count: number }>(
    `select count(*)::int as count from run_log l, json_array_elements(l.events::json) e where l.run_id = $1 and e->>'type' = $2`,
    [runId, type],
  )
  return rows[0]?.count
}
const refused = (code: string, field?: string) => ({ cause: { code, ...(field !== undefined && { field }) } })
const trpc = (path: string, input: unknown, actor: Actor = localActor) =>
  api.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {}, actor)

describe('one decision', () => {
  it('sent a hundred times at once is made once, and every sender hears the same (access 18; ASVS 15.4.2)', async () => {
    const { taskId, runId } = await waitingTask(api, 'Asks', 1)
    const request = decision(taskId, 1, { approved: true })
    const answers = await Promise.all(Array.from({ length: 100 }, () => mine().decide(request)))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['decided']))
    expect(await events(runId, 'workflow.human_task.decided')).toBe(1)
    const other = { ...request, input: { approved: false } }
    await expect(mine().decide(other)).rejects.toMatchObject(refused('IDEMPOTENCY_KEY_REUSED', 'operationId'))
  })

  it('is made by one of two who send theirs at once, and the other is told by whom and when (ASVS 2.3.4)', async () => {
    const { taskId, runId } = await waitingTask(api, 'Asks', 2)
    const people = [person('ana'), person('ben')]
    const answers = await Promise.all(
      people.map((who, index) => inboxOf(api, who).decide(decision(taskId, 1, { approved: index === 0 }))),
    )
    const winner = answers.findIndex(({ outcome }) => outcome === 'decided')
    expect(answers[1 - winner]).toEqual({
      outcome: 'already_decided',
      by: people[winner]?.name,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await events(runId, 'workflow.human_task.decided')).toBe(1)
  })

  it('comes too late after the run was cancelled, failed, or the task timed out, and changes nothing (ASVS 2.3.1)', async () => {
    const runs = appRouter.createCaller({ ...api.services, actor: localActor }).runs
    const cancelled = await waitingTask(api, 'Asks', 3)
    await runs.cancel({ runId: cancelled.runId })
    const late = [cancelled, await waitingTask(api, 'Timed', 3), await waitingTask(api, 'Forks', 3)]
    for (const { taskId, runId } of late) {
      await expect.poll(async () => (await mine().get({ taskId })).status).toBe('closed')
      expect(await mine().decide(decision(taskId, 1, { approved: true }))).toMatchObject({
        outcome: 'already_decided',
        by: null,
      })
      expect(await mine().claim(write(taskId, 1))).toMatchObject({ outcome: 'already_decided', by: null })
      expect(await events(runId, 'workflow.human_task.decided')).toBe(0)
      expect((await mine().get({ taskId })).allowedActions).toEqual(['comment'])
    }
  })

  it('with a field that the form does not have, or of the wrong type, is answered at the field (ASVS 2.2.2, 15.3.3, 15.3.5)', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 4)
    const paths = async (input: never) => {
      const result = await mine().decide(decision(taskId, 1, input))
      return result.outcome === 'invalid' ? result.errors.map(({ path }) => path) : result
    }
    expect(await paths({ approved: true, extra: 1 } as never)).toEqual(['extra'])
    expect(await paths({ approved: 'true' } as never)).toEqual(['approved'])
    expect(await paths([] as never)).toEqual([''])
    expect(await mine().get({ taskId })).toMatchObject({ status: 'open', revision: 1 })
  })

  it('of a task that is not theirs is refused in every way that there is', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 5)
    const foreign: Actor = { ...person('eve'), ownerId: 'eve' }
    for (const act of [
      () => inboxOf(api, foreign).get({ taskId }),
      () => inboxOf(api, foreign).decide(decision(taskId, 1, { approved: true })),
      () => inboxOf(api, foreign).claim(write(taskId, 1)),
      () => inboxOf(api, foreign).comment({ taskId, operationId: randomUUID(), text: 'Hello' }),
    ]) {
      await expect(act()).rejects.toMatchObject(refused('NOT_FOUND'))
    }
    expect((await inboxOf(api, foreign).list({ scope: 'available' })).items).toEqual([])
  })

  it('finds its task by an id in any spelling that is one, and nothing by any other', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 6)
    expect((await mine().get({ taskId: taskId.toUpperCase() })).taskId).toBe(taskId)
    for (const spelling of [
      `{${taskId}}`,
      taskId.replaceAll('-', ''),
      ` ${taskId}`,
      `urn:uuid:${taskId}`,
      `${taskId}%00`,
    ]) {
      expect((await trpc('inbox.get', { taskId: spelling })).status).toBe(400)
      expect((await api.fetch(`/v1/human-tasks/${encodeURIComponent(spelling)}`)).status).toBe(404)
    }
  })
})

describe('a list', () => {
  it('takes no cursor that was made up, no page of a thousand million, and no filter of ten thousand characters', async () => {
    const madeUp = ['x', '', encodeCursor(['2026-01-01T00:00:00.000Z']), encodeCursor([1, 2, 3]), 'e30']
    for (const cursor of madeUp.filter((one) => one !== '')) {
      await expect(mine().list({ scope: 'all', cursor })).rejects.toMatchObject(refused('INVALID_CURSOR', 'cursor'))
    }
    expect((await trpc('inbox.list', { scope: 'all', cursor: 'x'.repeat(10_000) })).status).toBe(400)
    expect((await trpc('inbox.list', { scope: 'all', limit: 1e9 })).status).toBe(400)
    expect(
      (await api.fetch('/v1/human-tasks?limit=1000000000&priority_from=0&due_to=2099-01-01T00:00:00Z')).status,
    ).toBe(200)
    expect((await api.fetch('/v1/human-tasks?priority_to=101')).status).toBe(400)
    for (const key of ['search', 'workflow', 'step', 'queue', 'group', 'holder']) {
      const filter = { [key]: `${key === 'holder' ? 'id:' : ''}${'x'.repeat(10_000)}` }
      const response = await trpc('inbox.list', { scope: 'all', filter })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(`filter.${key}`)
    }
    for (const filter of [
      { due: 'yesterday' },
      { priorityFrom: -1 },
      { priorityTo: 1e9 },
      { dueFrom: 'soon' },
      { other: 1 },
    ]) {
      expect((await trpc('inbox.list', { scope: 'all', filter })).status).toBe(400)
    }
  })

  it('finds what it is asked for literally, whatever that would mean elsewhere (ASVS 1.2.4)', async () => {
    await waitingTask(api, 'Asks', 11)
    for (const search of ['%', '_ustomer 11', `' or '1'='1`, '\\', '$1', '{{ input.n }}']) {
      expect((await mine().list({ scope: 'all', filter: { search } })).items).toEqual([])
    }
    const queue = `<b>'; drop table human_task; --`
    const { items } = await mine().list({ scope: 'all', filter: { queue, search: 'Customer 11' } })
    expect(items).toMatchObject([{ queue, fields: [{ label: '<i>Who</i>', value: 'Customer 11' }] }])
  })
})

describe('a write', () => {
  it('says what is wrong with it, and does nothing', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 21)
    const post = (path: string, body: unknown) => api.post(`/api/trpc/inbox.${path}`, body)
    const good = write(taskId, 1)
    for (const [path, body] of [
      ['claim', { ...good, expectedRevision: -1 }],
      ['claim', { ...good, expectedRevision: 1.5 }],
      ['claim', { ...good, operationId: 'mine' }],
      ['claim', { taskId }],
      ['delegate', { ...good, to: '' }],
      ['delegate', { ...good, to: 'x'.repeat(10_000) }],
      ['delegate', { ...good, to: 'ana', note: 'x'.repeat(10_000) }],
      ['setFollowUp', { ...good, until: 'tomorrow' }],
      ['setFollowUp', { ...good, until: '0000-01-01T00:00:00Z' }],
      ['comment', { taskId, operationId: randomUUID(), text: '  ' }],
      ['comment', { taskId, operationId: randomUUID(), text: 'x'.repeat(10_000) }],
      ['comment', { taskId, operationId: randomUUID(), text: 'a\0b' }],
      ['decideMany', { items: [], input: {}, operationId: randomUUID() }],
      [
        'decideMany',
        {
          items: Array.from({ length: 101 }, () => ({ taskId, expectedRevision: 1 })),
          input: {},
          operationId: randomUUID(),
        },
      ],
    ] as const) {
      expect((await post(path, body)).status, `${path} ${JSON.stringify(body).slice(0, 200)}`).toBe(400)
    }
    const { activity, commentList, revision } = await mine().get({ taskId })
    expect({ activity: activity.length, comments: commentList.length, revision }).toEqual({
      activity: 1,
      comments: 0,
      revision: 1,
    })
  })

  it('that puts a task off says when with any offset, in a year that the database has', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 23)
    const putOff = (until: string) => api.post(`/v1/human-tasks/${taskId}/follow-up`, { expected_revision: 1, until })
    expect((await putOff('2999-01-01T00:00:00+20:00')).status).toBe(200)
    expect((await mine().get({ taskId })).followUpAt).toBe('2998-12-31T04:00:00.000Z')
    await mine().setFollowUp({ ...write(taskId, 1), until: '2999-01-01T00:00:00-20:00' })
    for (const until of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-20:00']) {
      const response = await putOff(until)
      expect([response.status, await response.json()]).toMatchObject([400, { error: { field: 'until' } }])
    }
    expect((await mine().get({ taskId })).followUpAt).toBe('2999-01-01T20:00:00.000Z')
  })

  it('by REST is done once per key, and answers who was faster', async () => {
    const { taskId } = await waitingTask(api, 'Asks', 22)
    const post = (verb: string, body: object, key?: string) =>
      api.post(`/v1/human-tasks/${taskId}/${verb}`, body, key === undefined ? {} : { 'idempotency-key': key })
    const claims = await Promise.all(Array.from({ length: 20 }, () => post('claim', { expected_revision: 1 }, 'same')))
    expect(new Set(claims.map(({ status }) => status))).toEqual(new Set([200]))
    const late = await post('release', { expected_revision: 1 })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      outcome: 'changed',
      by: 'You',
      error: { code: 'STALE', message: 'You claimed it.' },
    })
    expect((await post('decide', { expected_revision: 2, input: { approved: 1 } })).status).toBe(422)
    expect((await post('decide', { expected_revision: 2, input: { approved: true } }, 'd')).status).toBe(200)
    expect((await post('decide', { expected_revision: 2, input: { approved: true } }, 'd')).status).toBe(200)
    expect((await post('decide', { expected_revision: 2, input: { approved: false } }, 'd')).status).toBe(409)
    expect((await post('destroy', { expected_revision: 2 })).status).toBe(404)
  })
})
