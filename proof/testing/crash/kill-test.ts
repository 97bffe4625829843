import { afterAll, beforeAll } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { type Journeys, openJourneys } from './journeys.ts'
import { type KilledEngines, killEngines } from './killed-engines.ts'

/** The parts of a test that kills engines; they are there once its tests run. */
export interface KillTest {
  readonly harness: Harness
  readonly journeys: Journeys
  readonly engines: KilledEngines
}

/** The preparation of a `describe` that kills engines: a database of its own, journeys, and engines in a row. */
export function prepareKillTest(): KillTest {
  const test = {} as { -readonly [part in keyof KillTest]: KillTest[part] }
  beforeAll(async () => {
    test.harness = await createHarness()
    test.journeys = await openJourneys(test.harness)
    test.engines = killEngines(test.harness, test.journeys)
  })
  afterAll(async () => {
    await test.engines.close()
    await test.journeys.close()
    await test.harness.close()
  })
  return test
}
