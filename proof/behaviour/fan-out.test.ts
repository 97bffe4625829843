import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

const each = (more: object = {}): Step => ({
  name: 'Each',
  type: 'PARALLEL',
  iterate_over: 'input.items',
  task_function: 'steps.label_of',
  ...more,
})

describe('a fan-out in an engine', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    await harness.publish('Label', [each(), standard('After', 'add_one')])
  })
  afterAll(() => harness.close())

  it('A79: calls its function with each item and its place, and keeps the results in their order', async () => {
    const runId = await harness.start('Label', { items: ['a', 'b', 'c'], n: 1 })
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toMatchObject({
      Each: { results: [{ label: '0: a' }, { label: '1: b' }, { label: '2: c' }], errors: [null, null, null] },
      n: 2,
    })
  })

  it('A79: a failed item ends the run, and a retry calls only what had not completed', async () => {
    await harness.publish('Careful', [each({ batch_size: 1 })])
    const runId = await harness.start('Careful', { items: ['a', 'bad', 'c'] })
    await harness.until(runId, 'FAILED')
    await harness.send(runId, { type: 'retry' })
    await harness.until(runId, 'FAILED')
    const started = (await harness.history(runId)).flatMap((event) =>
      event.type === 'workflow.item.started' ? [[event.item, event.attempt]] : [],
    )
    expect(started).toEqual([
      [0, 1],
      [1, 1],
      [1, 2],
    ])
  })

  it('A67: sub-workflow tasks run side by side, and their results come together', async () => {
    await harness.publish('Child', [standard('Inner', 'add_one')])
    const tasks = [
      { name: 'one', sub_workflow_type: 'Child', input: { n: 1 } },
      { name: 'two', sub_workflow_type: 'Child', input: { n: 2 } },
      { name: 'here', function: 'steps.add_one' },
    ]
    await harness.publish('Tasks', [{ name: 'Both', type: 'PARALLEL', tasks }])
    const runId = await harness.start('Tasks', { n: 40 })
    const { data, outputs } = await harness.until(runId, 'COMPLETED')
    expect(outputs.Both).toEqual({ output: { one: { n: 2 }, two: { n: 3 }, here: { n: 41 } } })
    expect(Object.values(data.sub_workflow_results_by_id as object)).toHaveLength(2)
  })

  it('gets through ten thousand items, and no result is recorded twice', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => index)
    const runId = await harness.start('Label', { items })
    const { data } = await harness.until(runId, 'COMPLETED')
    expect((data.Each as { results: readonly unknown[] }).results).toHaveLength(10_000)
    const completed = (await harness.history(runId)).flatMap((event) =>
      event.type === 'workflow.item.completed' ? [event.item] : [],
    )
    expect(new Set(completed).size).toBe(10_000)
    expect(completed).toHaveLength(10_000)
  })

  it('leaves the tables as the invariants say', async () => {
    expect(await harness.violations()).toEqual([])
  })
})
