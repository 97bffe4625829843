import { describe, expect, it } from 'vitest'
import { prepareKillTest } from '../testing/crash/kill-test.ts'

const places = [
  ...([1, 2, 3] as const).flatMap((times) => [
    { point: 'request.called', times } as const,
    { point: 'request.returned', times } as const,
  ]),
  ...([1, 2, 3, 4, 5] as const).flatMap((times) => [
    { point: 'append.before', times } as const,
    { point: 'append.sent', times } as const,
    { point: 'append.after', times } as const,
  ]),
]

describe('an engine that is killed while an AI step with tools is at work', () => {
  const at = prepareKillTest()

  it.each(places)('at visit $times of $point, leaves a run that the next one finishes', (armed) =>
    at.engines.working(armed, at.journeys.startAgent),
  )

  it('repeats no recorded call of the model, and no tool without its key', async () => {
    const ended = await at.engines.finish()
    for (const { status } of ended) expect(status).toBe('COMPLETED')
    expect(at.journeys.repeatedCalls).toEqual([])
  })
})
