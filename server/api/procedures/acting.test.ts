import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor } from '#server/access/actor.ts'
import { deliverCommand } from '../../runs/acting/deliver-command.ts'
import { workBulk } from '../../runs/bulk/work-bulk.ts'
import { appRouter } from '../router.ts'
import { dataOf } from '../testing/data-of.ts'
import { eventually, letGo, startTestApi, type TestApi, workOff } from '../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>

const order = (charge: string, more = '') => `workflow_type: Order
input_schema: { type: object, properties: { n: { type: number } } }
steps:
  - name: Reserve
    function: t.double
  - name: Charge
    function: ${charge}
${more}`

beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  const ask = `workflow_type: Ask
steps:
  - name: Ask
    type: HUMAN
    form: { type: object, properties: { ok: { type: boolean } }, required: [ok] }
  - name: Tell
    function: t.pass
`
  for (const text of [ask, order('t.fail')]) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function run(workflow: string, status: string, input = {}, tags: string[] = []): Promise<string> {
  const { runId } = await caller.runs.start({ workflow, input, tags })
  await reaches(runId, status)
  return runId
}

const reaches = (runId: string, status: string) =>
  eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))

describe('a verb about a step', () => {
  it('skips it, and the history says who and why', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    await caller.runs.skip({ runId, step: 'Ask', reason: 'decided by phone' })
    await reaches(runId, 'COMPLETED')
    const { events } = await caller.runs.get({ runId })
    expect(events.find(({ type }) => type === 'workflow.node.overridden')).toMatchObject({
      step: 'Ask',
      payload: { action: 'skip', actor: { id: 'local', name: 'You' }, reason: 'decided by phone' },
    })
    expect((await caller.inbox.list({ scope: 'all' })).items.filter((task) => task.runId === runId)).toEqual([])
  })

  it('marks it done with an output that fits, and refuses another', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    await expect(caller.runs.markDone({ runId, output: { ok: 'yes' } })).rejects.toMatchObject({
      cause: { code: 'INVALID_INPUT', field: 'output.ok' },
    })
    await expect(caller.runs.markDone({ runId, step: 'Nowhere', output: {} })).rejects.toMatchObject({
      cause: { code: 'STEP_NOT_FOUND' },
    })
    await caller.runs.markDone({ runId, output: { ok: true } })
    await reaches(runId, 'COMPLETED')
    expect(dataOf(await caller.runs.get({ runId }))).toMatchObject({ ok: true })
  })

  it('leads the run elsewhere, and not to a step that does not exist', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    await expect(caller.runs.jump({ runId, toStep: 'Nowhere' })).rejects.toMatchObject({
      cause: { code: 'STEP_NOT_FOUND', field: 'to_step', message: 'There is no step Nowhere to jump to.' },
    })
    await caller.runs.jump({ runId, toStep: 'Tell', reason: 'not needed' })
    await reaches(runId, 'COMPLETED')
  })

  it('after the end is refused with the reason, and changes nothing', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    await caller.runs.cancel({ runId })
    const before = (await caller.runs.get({ runId })).events.length
    for (const attempt of [
      () => caller.runs.skip({ runId }),
      () => caller.runs.markDone({ runId, output: { ok: true } }),
      () => caller.runs.jump({ runId, toStep: 'Tell' }),
      () => caller.runs.retry({ runId }),
      () => caller.runs.pause({ runId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ cause: { code: 'INVALID_TRANSITION', message: /CANCELLED/ } })
    }
    expect((await caller.runs.get({ runId })).events).toHaveLength(before)
  })

  it('is done once, though its operation comes a hundred times at once', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    const operationId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => caller.runs.skip({ runId, operationId, reason: 'again and again' })),
    )
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    await reaches(runId, 'COMPLETED')
    const { events } = await caller.runs.get({ runId })
    expect(events.filter(({ type }) => type === 'workflow.node.overridden')).toHaveLength(1)
  })

  it('of two different ones at once one is done, and the other is told why not', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    const [skipped, marked] = await Promise.allSettled([
      caller.runs.skip({ runId, step: 'Ask' }),
      caller.runs.markDone({ runId, step: 'Ask', output: { ok: true } }),
    ])
    expect([skipped.status, marked.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is offered with the steps that it may be about, and otherwise with the sentence why not', async () => {
    const runId = await run('Ask', 'WAITING_HUMAN_INPUT')
    const { permissions } = await caller.runs.get({ runId })
    expect(permissions).toContainEqual({ verb: 'skip', allowed: true, steps: ['Ask'] })
    expect(permissions).toContainEqual({
      verb: 'retry',
      allowed: false,
      because: 'A run that is waiting for approval or a signal cannot be retried.',
    })
    const answer = await api.fetch(`/v1/workflow-runs/${runId}`)
    expect((await answer.json()) as object).toMatchObject({
      actions: expect.arrayContaining([
        { verb: 'pause', allowed: true, force: null, because: null, steps: null, barred: null },
      ]),
    })
  })
})

describe('a retry', () => {
  it('takes a new input that fits the schema, and a reason', async () => {
    const runId = await run('Order', 'FAILED', { n: 1 })
    await expect(caller.runs.retry({ runId, input: { n: 'one' } })).rejects.toMatchObject({
      cause: { code: 'INVALID_INPUT', field: 'input.n' },
    })
    const { preview } = await caller.runs.previewRetry({ runId, fromStep: 'Reserve' })
    expect(preview.ok && preview.steps.map(({ step, fate }) => [step, fate])).toEqual([
      ['Reserve', 'again'],
      ['Charge', 'again'],
    ])
    await caller.runs.retry({ runId, fromStep: 'Reserve', input: { n: 5 }, reason: 'wrong amount' })
    await reaches(runId, 'FAILED')
    const detail = await caller.runs.get({ runId })
    expect(dataOf(detail)).toMatchObject({ n: 10 })
    expect(detail.input).toEqual({ n: 5 })
  })
})

describe('a run that is done again as a new one', () => {
  it('goes on where the old one failed, by the newest version; each knows of the other', async () => {
    const runId = await run('Order', 'FAILED', { n: 4 })
    expect((await api.publish(order('t.pass', '  - name: Thank\n    function: t.pass\n'))).status).toBe(201)
    const choice = { runId, version: 'newest', results: 'kept' } as const
    const { preview, version, difference } = await caller.runs.previewRerun(choice)
    expect({ version, difference }).toEqual({
      version: 2,
      difference: { added: ['Thank'], removed: [], changed: ['Charge'] },
    })
    expect(preview.ok && preview.steps.map(({ step, fate }) => [step, fate])).toEqual([
      ['Reserve', 'reused'],
      ['Charge', 'again'],
      ['Thank', 'ahead'],
    ])
    const operationId = randomUUID()
    const asked = { ...choice, operationId, reason: 'the bank is back' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.runs.rerun(asked)))
    const [newRunId = '', ...others] = [...new Set(answers.map((answer) => answer.newRunId))]
    expect(others).toEqual([])
    await reaches(newRunId, 'COMPLETED')
    const again = await caller.runs.get({ runId: newRunId })
    expect(again).toMatchObject({ rerunOf: runId, version: 2 })
    expect(dataOf(again)).toMatchObject({ n: 8 })
    expect(again.events.some((event) => event.type === 'workflow.node.started' && event.step === 'Reserve')).toBe(false)
    const old = await caller.runs.get({ runId })
    expect(old).toMatchObject({ rerunBy: [newRunId], phase: 'FAILED_UNSAFE_ACK', status: 'FAILED' })
    await expect(caller.runs.retry({ runId })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION', message: expect.stringContaining(`the run ${newRunId} continues`) },
    })
    await expect(caller.runs.rerun({ ...choice, reason: 'once more' })).rejects.toMatchObject({
      cause: { code: 'INVALID_TRANSITION' },
    })
  })

  it('goes on though whoever asked first went away before the run was made', async () => {
    const { runId } = await caller.runs.start({ workflow: 'Order', version: 1, input: {} })
    await reaches(runId, 'FAILED')
    const continued_by = uuidv7()
    const command = { type: 'acknowledge', actor: { id: 'ana' }, continued_by } as const
    await deliverCommand(api.services.stores, { runId, operationId: randomUUID(), command })
    const { newRunId } = await caller.runs.rerun({ runId, version: 'newest', results: 'kept' })
    expect(newRunId).toBe(continued_by)
    await reaches(newRunId, 'COMPLETED')
  })

  it('from the start is a run of its own, as often as it is asked for', async () => {
    const runId = await run('Order', 'COMPLETED', { n: 1 })
    const first = await caller.runs.rerun({ runId, version: 'own', results: 'none', input: { n: 2 }, reason: 'test' })
    const second = await caller.runs.rerun({ runId, version: 'own', results: 'none' })
    await reaches(first.newRunId, 'COMPLETED')
    expect((await caller.runs.get({ runId: first.newRunId })).input).toEqual({ n: 2 })
    const source = await caller.runs.get({ runId })
    expect(source.rerunBy).toEqual([first.newRunId, second.newRunId].toSorted())
    const made = { version: source.version, by: 'You', at: expect.any(String), fromStep: null }
    expect(source.reruns).toEqual([
      { ...made, runId: first.newRunId, reason: 'test' },
      { ...made, runId: second.newRunId, reason: null },
    ])
    await expect(
      caller.runs.rerun({ runId, version: 'own', results: 'none', input: { n: 'x' } }),
    ).rejects.toMatchObject({ cause: { code: 'INVALID_INPUT', field: 'input.n' } })
    await expect(
      caller.runs.rerun({ runId, version: 'own', results: 'kept', fromStep: 'Nowhere' }),
    ).rejects.toMatchObject({ cause: { code: 'STEP_NOT_FOUND' } })
    const heedless = { runId, version: 'own', results: 'none', fromStep: 'Charge' } as const
    for (const ask of [caller.runs.rerun, caller.runs.previewRerun]) {
      await expect(ask(heedless)).rejects.toMatchObject({ cause: { code: 'BAD_REQUEST', field: 'fromStep' } })
    }
  })

  it('begins at no step within a loop, but at the loop', async () => {
    const each =
      '{ name: Each, type: LOOP, iterate_over: input.items, mode: ITERATE, loop_body: [{ name: Body, function: t.pass }] }'
    await api.publish(`workflow_type: Rounds\nsteps:\n  - ${each}\n`)
    const runId = await run('Rounds', 'COMPLETED', { items: [1, 2] })
    const choice = { runId, version: 'own', results: 'kept' } as const
    await expect(caller.runs.rerun({ ...choice, fromStep: 'Body' })).rejects.toMatchObject({
      message: 'There is no step Body to continue from; it is part of Each: use that step.',
    })
    const { newRunId } = await caller.runs.rerun({ ...choice, fromStep: 'Each' })
    await reaches(newRunId, 'COMPLETED')
  })

  it('is refused in words when the newest version cannot carry its results, and when that is archived', async () => {
    const text = (steps: string) => `workflow_type: Moves\nsteps:\n${steps}`
    await api.publish(text('  - name: A\n    function: t.pass\n  - name: B\n    function: t.fail\n'))
    const runId = await run('Moves', 'FAILED')
    await api.publish(text('  - name: Other\n    function: t.pass\n  - name: B\n    function: t.pass\n'))
    const choice = { runId, version: 'newest', results: 'kept' } as const
    expect((await caller.runs.previewRerun(choice)).preview).toEqual({
      ok: false,
      message: 'A has a result, but the step no longer exists.',
      step: 'A',
    })
    await expect(caller.runs.rerun(choice)).rejects.toMatchObject({ cause: { code: 'INVALID_TRANSITION' } })
    expect((await caller.runs.get({ runId })).phase).toBe('FAILED_UNSAFE')
    await caller.workflows.archive({ name: 'Moves', archived: true })
    await expect(caller.runs.rerun({ ...choice, version: 'own' })).rejects.toMatchObject({
      cause: { code: 'ARCHIVED' },
    })
    // What runs already is not touched by the archive: the run itself may be tried again.
    expect(await caller.runs.retry({ runId })).toMatchObject({ outcome: 'done' })
  })

  it('by REST', async () => {
    const runId = await run('Order', 'COMPLETED', { n: 1 })
    const preview = await api.fetch(`/v1/workflow-runs/${runId}/preview?of=rerun&results=kept&from_step=Charge`)
    expect(await preview.json()).toMatchObject({
      allowed: true,
      steps: [
        { step: 'Reserve', fate: 'reused' },
        { step: 'Charge', fate: 'again' },
        { step: 'Thank', fate: 'again' },
      ],
    })
    const retry = await api.fetch(`/v1/workflow-runs/${runId}/preview?of=retry`)
    expect(await retry.json()).toMatchObject({ allowed: false, because: 'A run that completed cannot be retried.' })
    const twice = await Promise.all(
      [1, 2].map(() => api.post(`/v1/workflow-runs/${runId}/rerun`, { reason: 'x' }, { 'idempotency-key': 'again' })),
    )
    const made = (await Promise.all(twice.map((answer) => answer.json()))) as { run_id: string; rerun_of: string }[]
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(made[0]).toEqual({ run_id: made[1]?.run_id, rerun_of: runId })
    // Whoever names a step keeps what stands before it, unless he says otherwise, which is no sense.
    const from = await api.post(`/v1/workflow-runs/${runId}/rerun`, { from_step: 'Charge' })
    const { run_id: newRunId } = (await from.json()) as { run_id: string }
    await reaches(newRunId, 'COMPLETED')
    const { events } = await caller.runs.get({ runId: newRunId })
    expect(events.flatMap((event) => (event.type === 'workflow.node.started' ? [event.step] : []))).not.toContain(
      'Reserve',
    )
    const senseless = await api.post(`/v1/workflow-runs/${runId}/rerun`, { from_step: 'Charge', results: 'none' })
    expect(senseless.status).toBe(400)
  })
})

describe('for many runs', () => {
  it('retries a whole filter on the newest version, and says which run goes on for each', async () => {
    const tag = randomUUID()
    const failed = await Promise.all(
      Array.from({ length: 5 }, () => caller.runs.start({ workflow: 'Order', version: 1, input: {}, tags: [tag] })),
    )
    for (const { runId } of failed) await reaches(runId, 'FAILED')
    const { id } = await caller.bulk.start({
      verb: { type: 'rerun', version: 'newest', results: 'kept', reason: 'fixed' },
      filter: { tags: [tag], status: ['FAILED'] },
    })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: 5, refused: 0 })
    const { items } = await caller.bulk.items({ id })
    for (const { newRunId } of items) await reaches(newRunId ?? '', 'COMPLETED')
    expect(new Set(items.map(({ newRunId }) => newRunId)).size).toBe(5)
  })

  it('skips the step by which each failed', async () => {
    const { runId } = await caller.runs.start({ workflow: 'Order', version: 1, input: {} })
    await reaches(runId, 'FAILED')
    const { id } = await caller.bulk.start({ verb: { type: 'skip', reason: 'paid in cash' }, runIds: [runId] })
    await workOff(api)
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: 1 })
    await reaches(runId, 'COMPLETED')
  })

  it('operations whose runs do not answer keep none from going on, however many there are', async () => {
    const { pool } = api.services.stores
    const stuck = await Promise.all(Array.from({ length: 12 }, () => run('Ask', 'WAITING_HUMAN_INPUT')))
    const other = await run('Ask', 'WAITING_HUMAN_INPUT')
    await letGo(api, stuck)
    await pool.query(
      `with frozen as (
         insert into engine (id, epoch, pid, host, lease_expires_at) values ('frozen', 0, 0, 'nowhere', now() + interval '1 hour'))
       update run_state set engine_id = 'frozen' where run_id = any($1::uuid[])`,
      [stuck],
    )
    const verb = { type: 'cancel' } as const
    const first = await Promise.all(stuck.map((runId) => caller.bulk.start({ verb, runIds: [runId] })))
    const { id } = await caller.bulk.start({ verb, runIds: [other] })
    const { rows } = await pool.query<{ begun: Date }>('select clock_timestamp() as begun')
    const paused = (rows[0]?.begun.getTime() ?? 0) + limits.bulk.pauseMs
    /** However long a round takes here, the pause of those who have one is not over. */
    const work = async () => {
      const any = await workBulk(api.services.stores)
      await pool.query(
        `update bulk_operation set resume_at = 'infinity' where id = any($1::uuid[]) and resume_at >= $2`,
        [first.map((operation) => operation.id), new Date(paused)],
      )
      return any
    }
    // Two rounds are enough for thirteen operations, and a third finds that one of them has ended; the others pause.
    for (let round = 0; round < 3; round += 1) await work()
    expect(await caller.bulk.get({ id })).toMatchObject({ state: 'ended', done: 1 })
    expect(await work()).toBe(false)
    // Its one run was asked: it is not left alone, and there is nothing to do until it answers.
    await caller.bulk.cancel({ id: first[0]?.id ?? '' })
    await work()
    expect(await work()).toBe(false)
    expect(await caller.bulk.get({ id: first[0]?.id ?? '' })).toMatchObject({ state: 'cancelled', endedAt: null })
  })
})
