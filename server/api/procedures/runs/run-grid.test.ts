import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { type Actor, localActor, localPerson } from '#server/access/actor.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
const callerOf = (actor: Actor) => appRouter.createCaller({ ...api.services, actor })
beforeAll(async () => {
  api = await startTestApi()
  caller = callerOf(localActor)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

async function publish(...steps: readonly string[]): Promise<void> {
  const text = `workflow_type: Grid\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`
  expect((await api.publish(text)).status).toBe(201)
}

async function started(status: string): Promise<string> {
  const { runId } = await caller.runs.start({ workflow: 'Grid', input: {} })
  await eventually(async () => ((await caller.runs.get({ runId })).status === status ? true : undefined))
  return runId
}

const words = async (query: object = {}) => {
  const { runs, ...grid } = await caller.runs.grid({ workflow: 'Grid', ...query })
  return {
    ...grid,
    runs: runs.map(({ runId, version, cells }) => ({
      runId,
      version,
      cells: cells?.map((cell) => cell?.displayStatus ?? null),
    })),
  }
}

it('the grid has a row for each step of the newest version, behind them those of older ones, and a column for each run', async () => {
  await publish('{ name: Old, function: t.pass }', '{ name: Fail, function: t.fail }')
  const failed = await started('FAILED')
  await publish(
    '{ name: First, function: t.pass }',
    '{ name: Ask, type: HUMAN, title: Well }',
    '{ name: Fail, function: t.fail }',
  )
  const waiting = await started('WAITING_HUMAN_INPUT')
  const before = await words()
  expect(before.version).toBe(2)
  expect(before.steps.map(({ name, gone }) => [name, gone])).toEqual([
    ['First', false],
    ['Ask', false],
    ['Fail', false],
    ['Old', true],
  ])
  expect(before.runs).toEqual([
    { runId: waiting, version: 2, cells: ['completed', 'waiting_person', 'not_reached', null] },
    { runId: failed, version: 1, cells: [null, null, 'failed', 'completed'] },
  ])
  // What was read before is remembered until the run goes on.
  expect(await words()).toEqual(before)
  await caller.runs.skip({ runId: waiting, step: 'Ask' })
  await eventually(async () => ((await caller.runs.get({ runId: waiting })).status === 'FAILED' ? true : undefined))
  expect((await words()).runs[0]?.cells).toEqual(['completed', 'skipped', 'failed', null])
  expect((await words({ version: 1 })).runs.map(({ runId }) => runId)).toEqual([failed])
})

it('a run whose history is too long for a cell each is shown without them', async () => {
  const runId = await started('WAITING_HUMAN_INPUT')
  const { pool } = api.services.stores
  // A step's last words, as long as several outputs together.
  const long = JSON.stringify([{ type: 'made.up', payload: 'x'.repeat(limits.grid.runBytes) }])
  await pool.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, at, last_seq, current_steps, xid)
     select run_id, 1000, engine_epoch, gen_random_uuid(), $2, at, 1000, current_steps, xid
       from run_log where run_id = $1 order by seq desc limit 1`,
    [runId, long],
  )
  const [run] = (await caller.runs.grid({ workflow: 'Grid' })).runs
  expect(run).toMatchObject({ runId, tooLong: true, cells: null })
  await pool.query('delete from run_log where run_id = $1 and seq = 1000', [runId])
})

it('nobody sees runs or steps of another owner, and of what is not there the grid is empty', async () => {
  const stranger = callerOf({ ...localPerson, id: 'eve', ownerId: 'elsewhere' })
  const empty = { version: null, steps: [], runs: [] }
  expect(await stranger.runs.grid({ workflow: 'Grid' })).toEqual(empty)
  expect(await stranger.runs.grid({ workflow: 'Grid', ownerId: 'local' })).toEqual(empty)
  expect(await caller.runs.grid({ workflow: 'Nowhere' })).toEqual(empty)
})
