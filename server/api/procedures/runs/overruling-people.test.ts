import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { decision, inboxOf, person, waitingTask, write } from '../../testing/inbox-of.ts'
import { eventually, startTestApi, type TestApi, workOff } from '../../testing/test-api.ts'

/** A verb about a step is no way around the people whom the step asks. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of [loan, order, basket, note, both]) expect((await api.publish(text)).status).toBe(201)
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
const basket = `workflow_type: Basket
steps:
  - name: Orders
    type: SUB_WORKFLOW
    sub_workflow_type: Order
`
const note = `workflow_type: Note
steps:
  - name: Wait
    type: SIGNAL
    signal: go
  - name: Approve
    type: HUMAN
    title: "Note {{ input.n }}"
    groups: [credit]
  - name: Choose
    type: DECISION
    routes:
      - { condition: input.n == 1, target: Fail }
      - { default: END }
  - name: Fail
    type: STANDARD
    function: t.fail
`
const both = `workflow_type: Both
steps:
  - name: All
    type: PARALLEL
    tasks:
      - { name: one, sub_workflow_type: Note, input: { n: 1 } }
      - { name: two, sub_workflow_type: Note, input: { n: 2 } }
`
const [eve, ana, zoe] = [person('eve'), person('ana'), person('zoe', ['sales'])]
const [boss, auditor] = [person('boss', [], ['manager']), person('gil', ['auditors'], ['manager'])]
const twoOf = ([one, two]: readonly string[]) => (one && two ? ([one, two] as const) : undefined)
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

describe('the task of a run below that ended undecided', () => {
  const asked = (step: string, title: string) => `Below ${step}, people were asked “${title}”, which nobody has decided`
  const others = 'only they, or a manager, may pass it over.'
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
    ['who is not asked', zoe, `: ${others}`],
    ['who is one of two that have to approve', ana, `: ${others}`],
    ['who is excluded', auditor, ', and you are one of those who may not decide it: somebody else has to.'],
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
    const message = `${asked('Orders', 'Loan 8')}: ${others}`
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
    const message = `${asked('All', 'Note 2')}: ${others}`

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

describe('what a run below has not asked yet', () => {
  const why = 'nobody has been asked yet. Approve asks other people: only they, or a manager, may pass it over.'
  const message = `Below All, ${why}`
  const runs = () => callerOf(zoe).runs
  const notes = (runId: string, workflow = 'Note') =>
    eventually(async () => {
      const { rows } = await api.services.stores.pool.query<{ id: string }>(
        `select r.id from run r join run_state s on s.run_id = r.id
          where r.root_run_id = $1 and r.workflow = $2 and s.status = 'WAITING_HUMAN_INPUT' order by r.id`,
        [runId, workflow],
      )
      return rows.length > 0 ? rows.map(({ id }) => id) : undefined
    })
  const started = async (workflow: string, many: number) => {
    const { runId } = await callerOf(localActor).runs.start({ workflow, input: { n: 2 } })
    const noteIds = await eventually(async () => {
      const found = await notes(runId)
      return found.length === many ? found : undefined
    })
    return { runId, noteIds }
  }
  const refused = async (runId: string, words: string) =>
    await expect(runs().skip({ runId })).rejects.toMatchObject({ cause: { code: 'NOT_ENTITLED', message: words } })

  it('is not passed over by giving it up, nor by cancelling it before it asks', async () => {
    const { runId, noteIds } = await started('Both', 2)
    await refused(runId, message)
    await runs().cancel({ runId: noteIds[0] ?? '' })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await refused(runId, message)
    expect((await runs().get({ runId })).permissions).toContainEqual({
      verb: 'skip',
      allowed: false,
      because: message,
      barred: [{ step: 'All', because: message }],
    })
    await callerOf(boss).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })

  it('counts however deep it would have been, also where the run that would ask was not there yet', async () => {
    const held = `workflow_type: Held\nsteps:\n  - { name: Wait, type: SIGNAL, signal: go }\n  - { name: Deep, type: SUB_WORKFLOW, sub_workflow_type: Note }\n`
    const above = 'workflow_type: Above\nsteps:\n  - { name: Top, type: SUB_WORKFLOW, sub_workflow_type: Held }\n'
    for (const text of [held, above]) expect((await api.publish(text)).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Above', input: { n: 2 } })
    const [heldId = ''] = await notes(runId, 'Held')
    await runs().cancel({ runId: heldId })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await refused(runId, `Below Top, ${why}`)
  })

  it('is none any more once somebody who may has passed it over below, or a run in its place has gone to its end', async () => {
    const { runId, noteIds } = await started('Both', 2)
    const [one = '', two = ''] = noteIds
    await runs().cancel({ runId: two })
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await runs().retry({ runId })
    const [next = '', again = ''] = await eventually(async () =>
      twoOf((await notes(runId)).filter((id) => id !== one && id !== two)),
    )
    const passOver = (noteId: string) => callerOf(boss).runs.jump({ runId: noteId, fromStep: 'Wait', toStep: 'Choose' })
    // The other one fails, and what is beside it then is cancelled.
    await passOver(again)
    await ends(again, 'COMPLETED')
    await passOver(next)
    await ends(runId, 'FAILED_CHILD_WORKFLOW')
    await runs().skip({ runId })
    await ends(runId, 'COMPLETED')
  })
})

describe('whom only the data of a run name', () => {
  const message = excluded.replace('Approval', 'Approve')
  // What `Scan` gives is kept apart from the log: a reference to it is no text.
  const scanned = (name: string, bars: string, more = '') => `workflow_type: ${name}
steps:
  - { name: Scan, function: t.huge }
${more}  - { name: Approve, type: HUMAN, title: Approve, excluded: ["${bars}"] }
`
  const waits = '  - { name: Wait, type: SIGNAL, signal: go }\n'
  const large = `{{ state.text.startsWith('x') ? 'boss' : 'nobody' }}`
  const above = (name: string, below: string) =>
    `workflow_type: ${name}\nsteps:\n  - { name: Down, type: SUB_WORKFLOW, sub_workflow_type: ${below} }\n`

  it.each([
    ['a large value', 'Scanned', large],
    ['a small one', 'Sent', '{{ input.by }}'],
  ])('is not passed over from above by who is excluded: by %s', async (_, name, bars) => {
    for (const text of [scanned(name, bars, waits), above(`Above${name}`, name)])
      expect((await api.publish(text)).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: `Above${name}`, input: { by: 'boss' } })
    await ends(runId, 'WAITING_CHILD_HUMAN_INPUT')
    await expect(callerOf(boss).runs.skip({ runId })).rejects.toMatchObject({
      cause: { code: 'NOT_ENTITLED', message: `Below Down, nobody has been asked yet. ${message}` },
    })
    await callerOf(person('una', [], ['manager'])).runs.skip({ runId })
    await ends(runId, 'COMPLETED')
  })

  it('is shown as theirs to nobody who is excluded by a large value', async () => {
    expect((await api.publish(scanned('Manual', large))).status).toBe(201)
    const { runId } = await callerOf(localActor).runs.start({ workflow: 'Manual', input: {}, drive: 'manual' })
    const skipOf = async (actor: Actor) =>
      (await callerOf(actor).runs.get({ runId })).permissions.find(({ verb }) => verb === 'skip')
    await callerOf(boss).runs.nextStep({ runId })
    const barred = [{ step: 'Approve', because: message }]
    await eventually(async () => ((await skipOf(ana))?.steps?.includes('Approve') ? true : undefined))
    expect(await skipOf(boss)).toEqual({ verb: 'skip', allowed: false, because: message, barred })
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
