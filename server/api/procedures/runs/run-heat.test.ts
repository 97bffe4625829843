import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
const stranger = () => callerOf({ ...localPerson, id: 'eve', ownerId: 'elsewhere' })

const text = `workflow_type: Heat
steps:
  - name: Way
    type: DECISION
    routes:
      - { condition: input.way == 'ask', target: Ask }
      - { condition: input.way == 'branches', target: Both }
      - { condition: input.way == 'items', target: Each }
      - { condition: input.way == 'fail', target: Fail }
      - { default: Quick }
  - { name: Ask, type: HUMAN, title: Well, next: END }
  - name: Both
    type: PARALLEL
    tasks:
      - { name: One, type: HUMAN, title: One }
      - { name: Two, type: HUMAN, title: Two }
    next: END
  - name: Each
    type: PARALLEL
    iterate_over: input.items
    task: { name: Item, type: HUMAN, title: Item }
    next: END
  - { name: Fail, function: t.fail, next: END }
  - { name: Quick, function: t.pass, next: END }
`
const around = 'workflow_type: Around\nsteps:\n  - { name: Below, type: SUB_WORKFLOW, sub_workflow_type: Heat }\n'

async function started(workflow: string, input: object, status: string, by = caller): Promise<string> {
  const { runId } = await by.runs.start({ workflow, input: { ...input } })
  await eventually(async () => ((await by.runs.get({ runId })).status === status ? true : undefined))
  return runId
}

beforeAll(async () => {
  api = await startTestApi()
  caller = callerOf(localActor)
  for (const each of [text, around]) expect((await api.publish(each)).status).toBe(201)
  const waits = 'WAITING_HUMAN_INPUT'
  for (const way of ['ask', 'ask', 'branches']) await started('Heat', { way }, waits)
  await started('Heat', { way: 'items', items: [1, 2, 3] }, waits)
  for (const way of ['fail', 'fail']) await started('Heat', { way }, 'FAILED')
  for (let count = 0; count < 3; count += 1) await started('Heat', { way: 'quick' }, 'COMPLETED')
  await started('Around', { way: 'ask' }, 'WAITING_CHILD_HUMAN_INPUT')
  const { runId } = await caller.runs.test({
    workflow: 'Heat',
    text,
    plan: { mode: 'whole', pins: {} },
    input: { way: 'ask' },
  })
  await eventually(async () => ((await caller.runs.get({ runId })).status === waits ? true : undefined))
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const found = async (filter: RunFilter) => (await caller.runs.list({ workflow: 'Heat', ...filter })).items.length

it('each number of a step is the length of the list that it leads to', async () => {
  const { since, live, more, steps } = await caller.runs.heat({ workflow: 'Heat' })
  const counts = Object.fromEntries(steps.map((heat) => [heat.step, [heat.live, heat.failed]]))
  expect([live, more]).toEqual([5, false])
  expect(counts).toMatchObject({
    Ask: [3, 0],
    Both: [1, 0],
    One: [1, 0],
    Two: [1, 0],
    Each: [1, 0],
    Item: [1, 0],
    'Item[2]': [1, 0],
    Fail: [0, 2],
    Quick: [0, 0],
  })
  for (const heat of steps) {
    expect([heat.step, await found({ atStep: heat.step })]).toEqual([heat.step, heat.live])
    expect([heat.step, await found({ failedStep: heat.step, endedFrom: since })]).toEqual([heat.step, heat.failed])
  }
  expect(await found({ atStep: 'Ask', rootsOnly: true })).toBe(2)
  expect(await found({ atStep: 'Ask', tests: 'with' })).toBe(4)
})

it('the median of a step is that of the last runs in which it completed', async () => {
  const { steps } = await caller.runs.heat({ workflow: 'Heat' })
  const { runs, steps: rows } = await caller.runs.grid({ workflow: 'Heat', status: ['COMPLETED'] })
  const place = rows.findIndex(({ name }) => name === 'Quick')
  const times = runs.flatMap(({ cells }) => cells?.[place]?.tookMs ?? []).sort((a, b) => a - b)
  expect(times).toHaveLength(3)
  const medians = new Map(steps.map(({ step, medianMs }) => [step, medianMs]))
  expect(medians.get('Quick')).toBe(times[1])
  expect(medians.get('Ask')).toBeNull()
})

it('a run that failed more than a day ago no longer counts, but its list is still found', async () => {
  const runId = await started('Heat', { way: 'fail' }, 'FAILED')
  const failures = async () =>
    (await caller.runs.heat({ workflow: 'Heat' })).steps.find(({ step }) => step === 'Fail')?.failed
  expect(await failures()).toBe(3)
  await api.services.stores.pool.query(
    `update run_state set ended_at = now() - interval '25 hours' where run_id = $1`,
    [runId],
  )
  expect(await failures()).toBe(2)
  expect(await found({ failedStep: 'Fail' })).toBe(3)
})

it('nobody sees runs of another owner, and of what is not there the heat is empty', async () => {
  const none = { live: 0, more: false, steps: [] }
  expect(await stranger().runs.heat({ workflow: 'Heat' })).toMatchObject(none)
  expect((await stranger().runs.list({ workflow: 'Heat', atStep: 'Ask' })).items).toEqual([])
  expect(await caller.runs.heat({ workflow: 'Nowhere' })).toMatchObject(none)
})
