import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of [leaf, middle, root, broken, remote]) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const leaf = 'workflow_type: Leaf\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n'
const spawning = (name: string, child: string) =>
  `workflow_type: ${name}\nsteps:\n  - name: Spawn\n    type: SUB_WORKFLOW\n    sub_workflow_type: ${child}\n`
const middle = spawning('Middle', 'Leaf')
const root = spawning('Root', 'Middle')
const broken = 'workflow_type: Broken\nsteps:\n  - name: Fail\n    function: t.fail\n'
const remote =
  'workflow_type: Remote\nsteps:\n  - name: Render\n    type: ASYNC\n    function: t.pass\n    queue: gpu\n'

async function started(workflow: string, status: string): Promise<string> {
  const { runId } = await caller.runs.start({ workflow, input: {} })
  await eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))
  return runId
}

describe('a run', () => {
  it('is shown with its definition, history, open tasks and the verbs it would accept', async () => {
    const runId = await started('Leaf', 'WAITING_HUMAN_INPUT')
    const run = await caller.runs.get({ runId })
    expect(run).toMatchObject({
      workflow: 'Leaf',
      publicStatus: 'waiting',
      taskState: 'blocked',
      drive: 'auto',
      currentSteps: ['Ask'],
      humanWait: { count: 1 },
      definitionText: leaf,
      openTasks: [{ step: 'Ask', title: 'Well', runId }],
    })
    expect(run.allowedVerbs).toEqual(expect.arrayContaining(['cancel', 'pause', 'resume']))
    expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, index) => index + 1))
  })

  it('has a history that goes on after any of its events', async () => {
    const runId = await started('Leaf', 'WAITING_HUMAN_INPUT')
    const { events, lastSeq } = await caller.runs.get({ runId })
    expect(lastSeq).toBe(events.length)
    const rest = await caller.runs.history({ runId, afterSeq: 2 })
    expect(rest).toMatchObject({ events: events.slice(2), summary: { runId, status: 'WAITING_HUMAN_INPUT' } })
    expect((await caller.runs.history({ runId, afterSeq: lastSeq + 7 })).events).toEqual([])
  })

  it('says what of it is with the workers, and the last sign of life of each', async () => {
    const runId = await started('Remote', 'PENDING_ASYNC')
    const offered = { step: 'Render', queue: 'gpu', workerId: null, heartbeatAt: null, recoveries: 0, workers: 0 }
    expect(await caller.runs.work({ runId })).toMatchObject([offered])
    const told = async () => (await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()) as { sentence: string }
    expect((await told()).sentence).toContain('No worker serves this queue. Start one')
    await api.services.stores.pool.query(
      `insert into worker (id, queues, expires_at)
       values ('w1', '{gpu,mails}', now() + interval '1 hour'), ('w2', '{mails}', now() + interval '1 hour'),
              ('w3', '{gpu}', now() - interval '1 second')`,
    )
    expect(await caller.runs.work({ runId })).toMatchObject([{ ...offered, workers: 1 }])
    await api.services.stores.pool.query(
      "update async_task set worker_id = 'w1', claimed_at = now(), heartbeat_at = now() where run_id = $1",
      [runId],
    )
    const [taken] = await caller.runs.work({ runId })
    expect(taken).toMatchObject({ ...offered, workers: 1, workerId: 'w1', heartbeatAt: expect.any(String) })
  })

  it('is one of a family, seen from any member', async () => {
    const runId = await started('Root', 'WAITING_CHILD_HUMAN_INPUT')
    const tree = await caller.runs.tree({ runId })
    expect(tree).toMatchObject({
      run: { runId, workflow: 'Root', childCount: 1, humanWait: { count: 1 } },
      children: [
        {
          parentStep: 'Spawn',
          run: { workflow: 'Middle', status: 'PENDING_SUB_WORKFLOW', depth: 1 },
          children: [{ run: { workflow: 'Leaf', status: 'WAITING_HUMAN_INPUT', depth: 2 }, children: [] }],
        },
      ],
    })
    const leafId = tree.children[0]?.children[0]?.run.runId ?? ''
    expect(await caller.runs.tree({ runId: leafId })).toEqual(tree)
    const roots = await caller.runs.list({ rootsOnly: true })
    expect(roots.items.some((item) => item.runId === leafId)).toBe(false)
    expect(roots.items.every(({ parentRunId }) => parentRunId === null)).toBe(true)
  })

  it('does a verb once however often it is sent, and answers each time as the first', async () => {
    const runId = await started('Leaf', 'WAITING_HUMAN_INPUT')
    const cancel = { runId, reason: 'enough', operationId: randomUUID() }
    const answers = await Promise.all([caller.runs.cancel(cancel), caller.runs.cancel(cancel)])
    expect(answers[0]).toEqual({ outcome: 'done', runId, status: 'CANCELLED' })
    expect(answers[1]).toEqual(answers[0])
    expect(await caller.runs.cancel(cancel)).toEqual(answers[0])
    await expect(caller.runs.cancel({ runId })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { code: 'INVALID_TRANSITION' },
    })
    const other = await started('Leaf', 'WAITING_HUMAN_INPUT')
    await expect(caller.runs.cancel({ ...cancel, runId: other })).rejects.toMatchObject({
      cause: { code: 'IDEMPOTENCY_KEY_REUSED', errors: [{ path: 'run_id' }] },
    })
  })

  it('is started once for one operation', async () => {
    const request = { workflow: 'Leaf', input: {}, operationId: randomUUID() }
    const [first, second] = await Promise.all([caller.runs.start(request), caller.runs.start(request)])
    expect(first.runId).toBe(second.runId)
    await expect(caller.runs.start({ ...request, input: { other: true } })).rejects.toMatchObject({
      cause: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  it('of an archived or unpublished workflow is not started', async () => {
    await caller.workflows.create({ name: 'OnlyDraft' })
    await expect(caller.runs.start({ workflow: 'OnlyDraft', input: {} })).rejects.toMatchObject({
      cause: { code: 'NOT_PUBLISHED', field: 'workflow' },
    })
    const earlier = await started('Broken', 'FAILED')
    await caller.workflows.archive({ name: 'Broken', archived: true })
    expect(await caller.runs.get({ runId: earlier })).toMatchObject({ status: 'FAILED', definitionText: broken })
    await expect(caller.runs.start({ workflow: 'Broken', input: {} })).rejects.toMatchObject({
      cause: { code: 'ARCHIVED' },
    })
    await caller.workflows.archive({ name: 'Broken', archived: false })
  })

  it('is held and let go', async () => {
    const runId = await started('Leaf', 'WAITING_HUMAN_INPUT')
    await caller.runs.pause({ runId, reason: 'wait' })
    expect(await caller.runs.get({ runId })).toMatchObject({ held: true, publicStatus: 'paused' })
    await caller.runs.resume({ runId })
    expect(await caller.runs.get({ runId })).toMatchObject({ held: false, publicStatus: 'waiting' })
  })
})

describe('the overview', () => {
  it('counts, names what needs attention until it is acknowledged, and shows what is due first', async () => {
    const runId = await started('Broken', 'FAILED')
    const before = await caller.overview.get()
    expect(before.byStatus.FAILED).toBeGreaterThan(0)
    expect(await caller.runs.counts({ workflow: 'Broken' })).toEqual({ FAILED: 2 })
    expect(before.needsAttention.map((run) => run.runId)).toContain(runId)
    expect(before).toMatchObject({ enginesAlive: 1, workflows: 6 })
    const { items } = await caller.inbox.list({ scope: 'all', limit: 200 })
    const order = (task: (typeof items)[number]) => `${task.dueAt ?? 'never'} ${task.openedAt}`
    expect(before.firstTask).toEqual(items.toSorted((a, b) => order(a).localeCompare(order(b)))[0])
    expect(before.waitingForPeople).toBe(items.length)
    await caller.runs.acknowledge({ runId })
    const after = await caller.overview.get()
    expect(after.needsAttention.map((run) => run.runId)).not.toContain(runId)
  })
})
