import { expect, it } from 'vitest'
import { localClock } from '../world/local-clock.ts'
import { type GivenRunsWorld, startGivenRuns } from './given-runs.ts'

const engine = { id: '01a20198-0000-7000-8000-000000000001', epoch: 1 }
const runId = '01a20198-0000-7000-8000-000000000002'

it.each(['', '{', 'null', '[]', '{}', '[{"at":"now"}]', '[null]'])(
  'a hint that is none, %j, is not heeded',
  async (events) => {
    const told: string[] = []
    const world = {
      engine,
      clock: localClock,
      store: { given: async () => [], handBack: async () => undefined },
      held: () => 0,
      hasRoom: () => true,
      adopt: () => told.push('adopted'),
      log: (line: string) => told.push(line),
    } as unknown as GivenRunsWorld
    const given = startGivenRuns(world)
    given.hear({ engineId: engine.id, runId, events })
    await given.stop()
    expect(told).toEqual([])
  },
)
