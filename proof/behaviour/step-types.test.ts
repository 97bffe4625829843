import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

const count: Step = { name: 'Count', type: 'TRANSFORM', set: { n: 'state.n + 1.0' } }

describe('in an engine', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
  })
  afterAll(() => harness.close())

  it('A42: a loop calls its body for each item, with the item', async () => {
    const body: readonly Step[] = [{ ...standard('Label', 'label_of'), output_key: 'last' } as Step]
    await harness.publish('Each', [
      { name: 'Loop', type: 'LOOP', mode: 'ITERATE', iterate_over: 'input.items', loop_body: body },
    ])
    const runId = await harness.start('Each', { items: ['a', 'b', 'c'] })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ last: { label: '2: c' } })
  })

  it('A78: a long loop of steps that need nobody takes turns, and ends', async () => {
    const loop: Step = {
      name: 'Loop',
      type: 'LOOP',
      mode: 'WHILE',
      while_condition: 'state.n < 2000.0',
      max_iterations: 5_000,
      loop_body: [count],
    }
    await harness.publish('Long', [loop])
    const runId = await harness.start('Long', { n: 0 })
    expect((await harness.until(runId, 'COMPLETED')).data.n).toBe(2_000)
    const turns = (await harness.history(runId)).filter((event) => event.type === 'workflow.timer.fired')
    expect(turns.length).toBeGreaterThan(1)
  })

  it('A8: a run waits for a signal without being held, and goes on with what it brings', async () => {
    await harness.publish('Paid', [
      { name: 'Payment', type: 'SIGNAL', signal: 'paid-{{ input.order }}' },
      standard('After', 'add_one'),
    ])
    const runId = await harness.start('Paid', { order: 7 })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const sent = await harness.send(runId, { type: 'signal', signal_name: 'paid-7', payload: { n: 1 } })
    expect(sent).toMatchObject({ ok: true })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ n: 2 })
  })

  it('A78: what is fired and forgotten is a run of its own, that goes on by itself', async () => {
    await harness.publish('Report', [standard('Work', 'add_one')])
    await harness.publish('Fires', [
      { name: 'Start', type: 'FIRE_AND_FORGET', workflow_type: 'Report', output_key: 'report' },
    ])
    const runId = await harness.start('Fires', { n: 1 })
    const { data } = await harness.until(runId, 'COMPLETED')
    const started = (data.report as { run_id: string }).run_id
    const report = await harness.until(started, 'COMPLETED')
    expect(report.data).toEqual({ n: 2 })
    expect(report.header).toMatchObject({ root_run_id: started })
  })

  it('inserts the steps of a rule into a run, and no other run has them', async () => {
    const rule = {
      condition_key: 'n',
      value_greater_than: 5,
      action: 'INSERT_AFTER_CURRENT' as const,
      steps_to_insert: [standard('Extra', 'add_one')],
    }
    await harness.publish('Inserting', [
      { ...standard('A', 'add_one'), dynamic_injection: { rules: [rule] } },
      standard('Last', 'add_one'),
    ])
    const [few, many] = [await harness.start('Inserting', { n: 0 }), await harness.start('Inserting', { n: 5 })]
    expect((await harness.until(few, 'COMPLETED')).data).toEqual({ n: 2 })
    expect((await harness.until(many, 'COMPLETED')).data).toEqual({ n: 8 })
    const types = (await harness.history(many)).map(({ type }) => type)
    expect(types).toContain('workflow.run.steps_injected')
  })

  it('leaves the tables as the invariants say', async () => {
    expect(await harness.violations()).toEqual([])
  })
})
