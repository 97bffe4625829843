import { describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { decision, inboxOf, waitingTask } from '../../testing/inbox-of.ts'
import {
  ana,
  api,
  auditor,
  boss,
  callerOf,
  ends,
  eve,
  excluded,
  notTheirs,
  several,
  statusOf,
  twoOf,
  withWorkflows,
  zoe,
} from '../../testing/overruled-tasks.ts'
import { eventually, workOff } from '../../testing/test-api.ts'

/** A verb about a step is no way around the people whom the step asks. */
withWorkflows()

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
      force: null,
      barred: [{ step: 'Approval', because: excluded }],
    })
  })

  it('is refused for each of many runs by itself', async () => {
    const { runId } = await waitingTask(api, 'Loan', 4)
    const { bulk } = callerOf(eve)
    const { id } = await bulk.start({ verb: { type: 'skip' }, runIds: [runId] })
    await workOff(api)
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
    const asked = 'Below Credit, “Loan 5” is assigned to other people'
    for (const [actor, message] of [
      [zoe, `${asked}. Only the people assigned or a manager can skip it.`],
      [auditor, `${asked}, and you are excluded from deciding it. Another person must decide.`],
    ] as const) {
      await expect(callerOf(actor).runs.skip({ runId })).rejects.toMatchObject({
        cause: { code: 'NOT_ENTITLED', message },
      })
    }
    await callerOf(boss).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })
})

describe('the task of a run below that ended undecided', () => {
  const asked = (step: string, title: string) => `Below ${step}, “${title}” was never decided`
  const others = 'Only the people assigned or a manager can skip it.'
  const below = async (runId: string, workflow: string) => {
    const { rows } = await api.services.stores.pool.query<{ id: string }>(
      `select r.id from run r join run_state s on s.run_id = r.id
        where r.root_run_id = $1 and r.workflow = $2 and s.ended_at is null order by r.id`,
      [runId, workflow],
    )
    return rows.map(({ id }) => id)
  }
  const start = async (workflow: string, n: number, tasks = 1) => {
    const { runId } = await callerOf(localActor).runs.start({ workflow, input: { n } })
    await asks(runId, tasks)
    return runId
  }
  const asks = (runId: string, count: number) =>
    eventually(async () => {
      const { items } = await inboxOf(api, boss).list({ scope: 'all', filter: { belowRunId: runId } })
      return items.length === count ? items : undefined
    })
  const cancel = async (actor: Actor, runIds: readonly string[]) => {
    for (const runId of runIds) await callerOf(actor).runs.cancel({ runId })
  }

  it.each([
    ['who is not asked', zoe, `. ${others}`],
    ['who is one of two that have to approve', ana, `. ${others}`],
    ['who is excluded', auditor, ', and you are excluded from deciding it. Another person must decide.'],
  ])('is passed over in the run above by nobody %s', async (_, actor, why) => {
    const runId = await start('Order', 7)
    await cancel(actor, await below(runId, 'Loan'))
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    const { runs, bulk } = callerOf(actor)
    const message = asked('Credit', 'Loan 7') + why
    for (const attempt of [
      () => runs.markDone({ runId, output: {} }),
      () => runs.skip({ runId }),
      () => runs.jump({ runId, fromStep: 'Credit', toStep: 'END' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED', message } })
    expect((await runs.get({ runId })).permissions).toContainEqual({
      verb: 'mark_done',
      allowed: false,
      because: message,
      barred: [{ step: 'Credit', because: message }],
    })
    const preview = await api.fetch(`/v1/workflow-runs/${runId}/preview?of=skip`, undefined, actor)
    expect(await preview.json()).toEqual({ allowed: false, because: message })
    const { id } = await bulk.start({ verb: { type: 'skip' }, runIds: [runId] })
    await workOff(api)
    expect((await bulk.items({ id })).items).toMatchObject([{ runId, outcome: 'refused', message }])
    await callerOf(boss).runs.markDone({ runId, output: {} })
    await ends(runId, 'COMPLETED')
  })

  it('stays a question however deep it is, and while its step begins again', async () => {
    const runId = await start('Basket', 8)
    const { runs } = callerOf(zoe)
    await cancel(zoe, await below(runId, 'Loan'))
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    const message = `${asked('Orders', 'Loan 8')}. ${others}`
    await expect(runs.skip({ runId })).rejects.toMatchObject({ cause: { message } })
    await runs.retry({ runId })
    await cancel(
      zoe,
      await eventually(async () => {
        const orders = await below(runId, 'Order')
        return orders.length > 0 ? orders : undefined
      }),
    )
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    // The run below may have asked again by then; it is cancelled behind the one that started it.
    await asks(runId, 0)
    await expect(runs.skip({ runId })).rejects.toMatchObject({ cause: { message } })
  })

  it('is none any more once somebody has decided it in a run in its place, each item by itself', async () => {
    const { runs } = callerOf(zoe)
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Both', input: {} })
    const notes = () => eventually(async () => twoOf(await below(runId, 'Note')))
    const go = (noteId: string) => runs.signal({ runId: noteId, name: 'go', payload: null })
    const decide = async (noteId: string) => {
      const [task] = await asks(noteId, 1)
      await inboxOf(api, ana).decide(decision(task?.taskId ?? '', task?.revision ?? 0, { approved: true }))
    }
    const skip = async () => {
      await ends(runId, 'FAILED_CHILD_WORKFLOW')
      return runs.skip({ runId })
    }
    const message = `${asked('All', 'Note 2')}. ${others}`

    let [one, two] = await notes()
    for (const noteId of [one, two]) await go(noteId)
    await asks(runId, 2)
    await cancel(zoe, [two])
    await expect(skip()).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED' } })

    // The first is decided after the second was asked: it does not speak for it.
    await runs.retry({ runId })
    ;[one, two] = await notes()
    await go(one)
    await decide(one)
    await expect(skip()).rejects.toMatchObject({ cause: { message } })

    await runs.retry({ runId })
    ;[one, two] = await notes()
    await go(two)
    await decide(two)
    await ends(two, 'COMPLETED')
    await go(one)
    await decide(one)
    await skip()
    await ends(runId, 'COMPLETED')
  })

  it('is none where somebody who may passed it over', async () => {
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Both', input: {} })
    for (const noteId of await eventually(async () => twoOf(await below(runId, 'Note')))) {
      await callerOf(zoe).runs.signal({ runId: noteId, name: 'go', payload: null })
    }
    await asks(runId, 2)
    const [one = '', two = ''] = await below(runId, 'Note')
    await callerOf(boss).runs.skip({ runId: two })
    await ends(two, 'COMPLETED')
    await callerOf(boss).runs.skip({ runId: one })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await callerOf(zoe).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })
})
