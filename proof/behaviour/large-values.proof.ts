import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createHarness, type Harness, standard } from '../testing/harness.ts'

/** Values as large as the limits allow: the engine and PostgreSQL write some hundred megabytes. */
describe('the largest values in an engine', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
  })
  afterAll(() => harness.close())

  it('count once however often they are given', async () => {
    const size = Math.floor(limits.run.offloadedBytes / 8)
    const rounds = { mode: 'WHILE', while_condition: 'state.n < 9', max_iterations: 20 } as const
    await harness.publish('Same', [
      {
        name: 'Rounds',
        type: 'LOOP',
        ...rounds,
        loop_body: [standard('Fill', 'too_large', { output_key: 'filled' }), standard('One', 'add_one')],
      },
    ] as never)
    const runId = await harness.start('Same', { bytes: size, n: 0 })
    await harness.until(runId, 'COMPLETED')
    const { rows } = await harness.pool.query('select from payload_use where run_id = $1', [runId])
    expect(rows).toHaveLength(1)
  })

  it('have a bound: one of them, and all of a run', async () => {
    await harness.publish('Huge', [standard('Fill', 'too_large')])
    const one = await harness.start('Huge', { bytes: limits.run.resultBytes })
    expect((await harness.until(one, 'FAILED')).outcome?.error).toMatchObject({
      code: 'RESULT_UNUSABLE',
      message: expect.stringContaining(`the limit is ${limits.run.resultBytes}`),
    })

    const count = Math.floor(limits.run.offloadedBytes / (9 * 1024 * 1024)) + 1
    const fill = (place: number) => standard(`Fill${place}`, 'too_large', { output_key: `filled${place}` })
    await harness.publish(
      'Many',
      Array.from({ length: count }, (_, place) => fill(place)),
    )
    const many = await harness.start('Many', { bytes: 9 * 1024 * 1024 })
    expect((await harness.until(many, 'FAILED')).outcome?.error).toMatchObject({
      code: 'RESULT_TOO_LARGE',
      step: `Fill${count - 1}`,
      message: expect.stringContaining('the limit is 64 MB'),
    })
    expect(await harness.violations()).toEqual([])
  })
})
