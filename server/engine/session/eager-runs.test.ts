import { afterEach, expect, it } from 'vitest'
import { localClock } from '../world/local-clock.ts'
import { type EagerRuns, type EagerRunsWorld, receiveEagerRuns } from './eager-runs.ts'

let eagerRuns: EagerRuns
afterEach(() => eagerRuns.stop())

const engine = { id: '01a20198-0000-7000-8000-000000000001', epoch: 1 }
const runId = '01a20198-0000-7000-8000-000000000002'

it.each(['', '{', 'null', '[]', '{}', '[{"at":"now"}]', '[null]'])(
  'a hint that is none, %j, is not heeded',
  async (events) => {
    const told: string[] = []
    const world = {
      engine,
      clock: localClock,
      store: { eagerRuns: async () => [], handBack: async () => undefined },
      held: () => 0,
      hasRoom: () => true,
      adopt: () => told.push('adopted'),
      log: (line: string) => told.push(line),
    } as unknown as EagerRunsWorld
    eagerRuns = receiveEagerRuns(world)
    eagerRuns.hear({ engineId: engine.id, runId, events })
    await eagerRuns.stop()
    expect(told).toEqual([])
  },
)

it.each([
  ['a definition that is not there', async () => null],
  ['a definition that cannot be read', () => Promise.reject(new TypeError('no steps'))],
])('a run of %s goes to the queue', async (_, find) => {
  const handedBack: (readonly string[] | undefined)[] = []
  const world = {
    engine,
    clock: { ...localClock, now: () => 1_000 },
    store: {
      eagerRuns: async () => [],
      handBack: async (_: unknown, runIds?: readonly string[]) => handedBack.push(runIds),
    },
    definitions: { find },
    held: () => 0,
    hasRoom: () => true,
    adopt: () => handedBack.push(['adopted']),
    log: () => undefined,
  } as unknown as EagerRunsWorld
  eagerRuns = receiveEagerRuns(world)
  const created = { type: 'run_created', seq: 1, at: 1_000, owner_id: 'local', workflow: 'Flow', version: 1 }
  eagerRuns.hear({ engineId: engine.id, runId, events: JSON.stringify([created]) })
  await expect.poll(() => handedBack).toEqual([[runId]])
})
