import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import { hasWork } from './has-work.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

it('is there when a run waits for an engine, and not before', async () => {
  await harness.publish('Adds', [standard('A', 'add_one')])
  expect(await hasWork(harness.databaseUrl)).toBe(false)
  await harness.start('Adds')
  expect(await hasWork(harness.databaseUrl)).toBe(true)
})
