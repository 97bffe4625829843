import { describe, expect, it } from 'vitest'
import { prepareKillTest } from '../testing/crash/kill-test.ts'
import { pointsBy } from '../testing/crash/ways.ts'

describe('an engine that is killed while a worker, a request or a script is at work', () => {
  const at = prepareKillTest()

  it.each(pointsBy('outside'))('at %s, leaves runs that the next one finishes', (point) =>
    at.engines.working({ point, times: 1 }, at.journeys.startOuting),
  )

  it.each(pointsBy('scanning'))('at %s, leaves the work of a lost worker to the next scan', async (point) => {
    await at.engines.working({ point: 'work.called', times: 1 }, at.journeys.startOuting)
    await at.engines.beginning({ point, times: 1 })
  })

  it('leaves no trace in the end: every run has its outcome, every effect its one key', async () => {
    for (const { fail, status } of await at.engines.finish()) {
      expect(status).toBe(fail ? 'FAILED_ROLLED_BACK' : 'COMPLETED')
    }
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('outside', 'scanning').filter((point) => !at.engines.struck.has(point))).toEqual([])
  })
})
