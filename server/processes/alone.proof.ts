import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, standard, testFunctions } from '#proof/testing/harness.ts'
import { createEmptyDatabase } from '#server/db/testing/test-database.ts'
import { type AloneProcess, runAlone } from './testing/alone.ts'

const web = 'server/processes/web.ts'

describe('processes that run alone', () => {
  let harness: Harness
  let settings: { readonly [name: string]: string }
  beforeAll(async () => {
    harness = await createHarness()
    settings = { DATABASE_URL: harness.databaseUrl, HEDDLE_FUNCTIONS: testFunctions, HEDDLE_DRAIN_SECONDS: '0' }
    await harness.publish('One', [standard('Add', 'add_one')])
  })
  afterAll(() => harness.close())

  const kinds = async () =>
    (await harness.pool.query<{ kind: string }>('select kind from fleet_process order by kind')).rows.map(
      (row) => row.kind,
    )
  const stop = async ({ child, ended }: AloneProcess, signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }

  it('fleet 1: a process waits for its database by name, and goes on after heddle migrate', async () => {
    const database = await createEmptyDatabase()
    const alone = { ...settings, DATABASE_URL: database.url }
    const engine = runAlone(['engine'], alone)
    const sentence = 'The database has none of the tables of Heddle. Run heddle migrate.'
    expect(await engine.readyz(503)).toEqual({ status: 'not ready', reasons: [sentence] })
    expect(await engine.ops('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
    expect((await engine.ops('/other')).status).toBe(404)
    const migrated = runAlone(['migrate'], alone)
    expect(await migrated.ended, migrated.output()).toBe(0)
    expect(await engine.readyz(200)).toEqual({ status: 'ready' })
    expect(await stop(engine), engine.output()).toBe(0)
    expect(engine.output()).toContain(sentence)
    await database.drop()
  })

  it('fleet 1: a process that still waits ends at once and in order', async () => {
    const engine = runAlone(['engine'], { ...settings, DATABASE_URL: 'postgresql://postgres:x@127.0.0.1:1/none' })
    await engine.readyz(503)
    expect(await stop(engine, 'SIGINT'), engine.output()).toBe(0)
  })

  it('fleet 1: a web process works without an engine: the start waits in the queue until one comes', async () => {
    const alone = runAlone([], { ...settings, PORT: '0', NODE_ENV: 'development' }, web)
    expect(await alone.readyz(200)).toEqual({ status: 'ready' })
    const runId = await harness.start('One')
    expect((await harness.pool.query('select from ready where run_id = $1', [runId])).rowCount).toBe(1)
    const engine = runAlone(['engine'], settings)
    await harness.until(runId, 'COMPLETED')
    await engine.readyz(200)
    expect(await kinds()).toEqual(['engine', 'web'])
    expect([await stop(engine), await stop(alone)], engine.output() + alone.output()).toEqual([0, 0])
    expect(await kinds()).toEqual([])
    expect((await harness.pool.query('select from engine')).rowCount).toBe(0)
  })

  it('fleet 1: a worker that runs alone executes ASYNC steps, and names functions that differ', async () => {
    await harness.publish('Later', [{ ...standard('Later', 'add_one'), type: 'ASYNC' } as Step])
    const engine = runAlone(['engine'], { ...settings, HEDDLE_WORKER: 'off', HEDDLE_PROCESS_ID: 'engine-1' })
    await engine.readyz(200)
    const worker = runAlone(['worker'], { ...settings, HEDDLE_FUNCTIONS: `${testFunctions}:${testFunctions}` })
    await harness.until(await harness.start('Later'), 'COMPLETED')
    expect(await worker.readyz(200)).toEqual({
      status: 'ready',
      warnings: ['engine engine-1 has other step functions. Give all engines and workers the same HEDDLE_FUNCTIONS.'],
    })
    expect([await stop(worker), await stop(engine)], worker.output() + engine.output()).toEqual([0, 0])
  })

  it('fleet 1: heddle engine --gone ends the lease of a killed engine by its id', async () => {
    const engine = runAlone(['engine'], { ...settings, HEDDLE_PROCESS_ID: 'engine-2' })
    await engine.readyz(200)
    await stop(engine, 'SIGKILL')
    const leased = async () =>
      (await harness.pool.query('select from engine where lease_expires_at > clock_timestamp()')).rowCount
    expect(await leased()).toBe(1)
    const gone = runAlone(['engine', '--gone', 'engine-2'], settings)
    expect(await gone.ended, gone.output()).toBe(0)
    expect(gone.output()).toContain('The lease of engine-2 has ended.')
    expect(await leased()).toBe(0)
    const again = runAlone(['engine', '--gone', 'engine-2'], settings)
    expect(await again.ended).toBe(0)
    expect(again.output()).toContain('engine-2 has no lease')
  })

  it('fleet 1: words that a process does not take are refused', async () => {
    const engine = runAlone(['engine', '--fast'], settings)
    expect(await engine.ended).toBe(2)
    expect(engine.output()).toContain('heddle engine does not take --fast.')
  })
})
