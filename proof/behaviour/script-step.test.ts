import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../testing/harness.ts'

describe('a workflow with code in it', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
    await harness.publish('Code', [
      { name: 'First', type: 'TRANSFORM', set: { prices: '[1, 2, 3]' } },
      {
        name: 'Sum',
        type: 'SCRIPT',
        with: { tax: '{{ input.tax }}' },
        code: `console.log('adding', state.prices.length)
const net = steps.First.output.prices.reduce((sum, price) => sum + price, 0)
return { net, gross: net * (1 + context.with.tax) }`,
      },
    ])
  })
  afterAll(() => harness.close())

  it('runs it, keeps its result and shows what it printed', async () => {
    const runId = await harness.start('Code', { tax: 0.5 })
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({ net: 6, gross: 9 })
    expect(harness.lines).toContain(`Code ${runId} Sum: adding 3`)
    const events = await harness.history(runId)
    expect(events.find((event) => event.type === 'workflow.node.progress')?.payload).toEqual({ note: 'adding 3' })
    expect(await harness.violations()).toEqual([])
  })

  it('breaks it off when the run is cancelled', async () => {
    await harness.publish('Loops', [{ name: 'Loop', type: 'SCRIPT', code: 'while (true) {}', timeout_seconds: 60 }])
    const runId = await harness.start('Loops')
    await expect.poll(async () => (await harness.state(runId)).open).toEqual(['Loop'])
    expect(await harness.send(runId, { type: 'cancel' })).toMatchObject({ ok: true })
    await harness.until(runId, 'CANCELLED')
    const next = await harness.start('Code', { tax: 0 })
    await harness.until(next, 'COMPLETED')
  })
})
