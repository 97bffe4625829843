import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Json } from '#core/json.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { dataOf } from '../../testing/data-of.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

/** What stands in a history for a large value, and is sent back as if it were the value. */
let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
let ref: Json
const text = 'workflow_type: Huge\nsteps:\n  - name: Fill\n    function: t.huge\n'
const unknown = { payload_ref: { sha256: 'a0'.repeat(32), bytes: 300_000 } }

const ended = (runId: string) =>
  eventually(async () => {
    const run = await caller.runs.get({ runId })
    return run.endedAt === null ? undefined : run
  })

beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  await caller.workflows.create({ name: 'Huge', text })
  const plan = { mode: 'whole', pins: {} } as const
  const { runId } = await caller.runs.test({ workflow: 'Huge', text, plan, input: {} })
  ref = dataOf(await ended(runId)).text as Json
  expect(payloadRefOf(ref)).not.toBeNull()
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const whole = (pins: object = {}) => ({ mode: 'whole', pins }) as TestPlan
const alone = (given: object) => ({ mode: 'step', step: 'Fill', given }) as TestPlan

it.each([
  ['an input', 'input.rows', () => [whole(), { rows: ref }] as const],
  ['a pin', 'plan.pins.Fill.output.text', () => [whole({ Fill: { output: { text: ref } } }), {}] as const],
  ['a state', 'plan.given.state.a.0', () => [alone({ state: { a: [ref] } }), {}] as const],
  ['an output', 'plan.given.steps.A.output', () => [alone({ steps: { A: { output: ref } } }), {}] as const],
  ['an element', 'plan.given.item', () => [alone({ item: ref }), {}] as const],
])('a test is not given one in %s', async (_, field, asked) => {
  const [plan, input] = asked()
  const refused = caller.runs.test({ workflow: 'Huge', text, plan, input })
  await expect(refused).rejects.toMatchObject({
    cause: { code: 'INVALID_INPUT', field, message: expect.stringContaining('Enter the value itself') },
  })
})

it('says of a pin that it can be unpinned', async () => {
  const plan = whole({ Fill: { output: ref } })
  await expect(caller.runs.test({ workflow: 'Huge', text, plan, input: {} })).rejects.toThrow(/or unpin Fill\./)
})

it('neither pins nor samples are kept with one', async () => {
  const pinned = { output: { text: ref } }
  await expect(caller.workflows.pin({ name: 'Huge', step: 'Fill', pinned })).rejects.toMatchObject({
    cause: { code: 'INVALID_INPUT', field: 'pinned.output.text' },
  })
  await expect(
    caller.workflows.keepSample({ name: 'Huge', sample: 'last', input: { text: ref } as never }),
  ).rejects.toMatchObject({ cause: { code: 'INVALID_INPUT', field: 'input.text' } })
  expect(await caller.workflows.testData({ name: 'Huge' })).toEqual({ pins: {}, samples: [] })
})

it('what only looks like one is a value like any other', async () => {
  const plan = whole({ Fill: { output: { text: unknown } } })
  const { runId } = await caller.runs.test({ workflow: 'Huge', text, plan, input: { rows: unknown } })
  expect(dataOf(await ended(runId))).toMatchObject({ rows: unknown, text: unknown })
  await caller.workflows.pin({ name: 'Huge', step: 'Fill', pinned: { output: unknown } })
  expect((await caller.workflows.testData({ name: 'Huge' })).pins).toEqual({ Fill: { output: unknown } })
})
