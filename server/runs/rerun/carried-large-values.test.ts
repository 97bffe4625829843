import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { rerun } from './rerun.ts'

describe('a run that does another one again', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
    await harness.engine()
  })
  afterAll(() => harness.close())

  it('takes over large values, which are stored once for both', async () => {
    await harness.publish('Fails', [standard('Fetch', 'rows'), standard('Broken', 'fail_for_good')])
    const failed = await harness.start('Fails', { count: 30_000 })
    await harness.until(failed, 'FAILED')
    const mended = standard('Broken', 'last_row', { with: { rows: '{{ state.rows }}' } })
    await harness.publish('Fails', [standard('Fetch', 'rows'), mended])

    const stores = { pool: harness.pool, engine: harness.client } as Stores
    const { newRunId } = await rerun(stores, localActor, { runId: failed, version: 'newest', results: 'kept' })
    expect((await harness.until(newRunId, 'COMPLETED')).data.last).toEqual({ id: 29_999, name: 'row 29999' })
    expect((await harness.pool.query('select from payload')).rowCount).toBe(1)
    expect((await harness.pool.query('select from payload_use')).rowCount).toBe(2)
    expect(await harness.violations()).toEqual([])
  })
})
