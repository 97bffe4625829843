import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journeys, openJourneys } from '../testing/crash/journeys.ts'
import { type KilledEngines, killEngines } from '../testing/crash/killed-engines.ts'
import { pointsBy } from '../testing/crash/ways.ts'
import { createHarness, type Harness } from '../testing/harness.ts'

describe('an engine that is killed while a worker, a request or a script is at work', () => {
  let harness: Harness
  let journeys: Journeys
  let engines: KilledEngines
  beforeAll(async () => {
    harness = await createHarness()
    journeys = await openJourneys(harness)
    engines = killEngines(harness, journeys)
  })
  afterAll(async () => {
    await engines.close()
    await journeys.close()
    await harness.close()
  })

  it.each(pointsBy('outside'))('at %s, leaves runs that the next one finishes', (point) =>
    engines.working({ point, times: 1 }, journeys.startOuting),
  )

  it.each(pointsBy('scanning'))('at %s, leaves the work of a lost worker to the next scan', async (point) => {
    await engines.working({ point: 'work.called', times: 1 }, journeys.startOuting)
    await engines.beginning({ point, times: 1 })
  })

  it('leaves no trace in the end: every run has its outcome, every effect its one key', async () => {
    for (const { fail, status } of await engines.finish()) {
      expect(status).toBe(fail ? 'FAILED_ROLLED_BACK' : 'COMPLETED')
    }
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('outside', 'scanning').filter((point) => !engines.struck.has(point))).toEqual([])
  })
})
