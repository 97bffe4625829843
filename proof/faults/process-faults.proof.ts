import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startProxy } from '#server/db/testing/proxy.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { effectViolations, recordedCalls } from '../testing/crash/effects.ts'
import { type Journeys, openJourneys } from '../testing/crash/journeys.ts'
import { type EngineProcess, spawnEngine } from '../testing/engine-process.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'
import { tallyOf } from '../testing/invariants.ts'
import { createRandom } from '../torture/random.ts'

const count = async (harness: Harness, sql: string): Promise<number> => {
  const { rows } = await harness.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`)
  return rows[0]?.count ?? 0
}

const PAIRS = 250

describe('with five hundred runs in flight', () => {
  let harness: Harness
  let journeys: Journeys
  const engines = new Set<EngineProcess>()
  beforeAll(async () => {
    harness = await createHarness()
    journeys = await openJourneys(harness)
  })
  afterAll(async () => {
    await Promise.all([...engines].map((engine) => engine.stop()))
    await journeys.close()
    await harness.close()
  })
  const spawn = async () => {
    const engine = await spawnEngine(harness.databaseUrl)
    engines.add(engine)
    return engine
  }

  it('two engines are killed at random moments, and every run ends as it must, with every effect under its key', async () => {
    const random = createRandom(7)
    await Promise.all(Array.from({ length: PAIRS }, () => journeys.start()))
    await Promise.all([spawn(), spawn()])
    let completed = 0
    for (let kills = 0; kills < 5; kills += 1) {
      completed += Math.round(random.between(100, 700))
      await poll(
        async () => (await count(harness, `run_log where events like '%node.completed%'`)) >= completed,
        async () => [...engines].map((engine) => engine.output()).join('\n'),
      )
      const [victim] = engines
      if (!victim) throw new Error('There is no engine to kill.')
      engines.delete(victim)
      await victim.kill(harness.pool)
      expect(await harness.openViolations()).toEqual([])
      await spawn()
    }
    const open = () => count(harness, 'run_state where ended_at is null or engine_id is not null')
    await expect.poll(open).toBe(0)
    const outcomes = await harness.pool.query(
      `select status, count(*)::int as runs from run_state join run on id = run_id where workflow = 'Journey'
        group by 1 order by 1`,
    )
    expect(outcomes.rows).toEqual([
      { status: 'COMPLETED', runs: PAIRS },
      { status: 'FAILED_ROLLED_BACK', runs: PAIRS },
    ])
    expect(await harness.violations()).toEqual([])
    const tally = await tallyOf(harness.pool)
    expect(effectViolations(await journeys.received(), await recordedCalls(harness.pool))).toEqual([])
    // Otherwise it would have proved nothing.
    expect(tally.compensations).toBe(PAIRS * 6)
    expect(tally.interrupted).toBeGreaterThan(10)
  })
})

describe('an engine that is cut off while others are not', () => {
  const RUNS = 20
  let harness: Harness
  afterEach(() => harness.close())

  it('has every append refused that it sends after others have taken its runs, although its steps went on', async () => {
    harness = await createHarness()
    await harness.publish('Patient', [standard('Wait', 'await_file'), standard('Next', 'add_one')])
    const folder = await mkdtemp(join(tmpdir(), 'heddle-cut-off-'))
    const until = join(folder, 'now')
    const proxy = await startProxy(harness.databaseUrl)
    const lines: string[] = []
    const store = createPostgresStore(proxy.url)
    const cutOff = await harness.engine({
      databaseUrl: proxy.url,
      notify: false,
      log: (line) => lines.push(line),
      // It never learns that its lease has run out: else it gives up by itself where the machine is slow, and sends nothing that could be refused.
      store: { ...store, renew: async () => Date.now() },
    })
    const runIds = await Promise.all(Array.from({ length: RUNS }, () => harness.start('Patient', { until })))
    const complain = async () => lines.join('\n')
    await poll(async () => lines.filter((line) => line.includes('waits in process')).length === RUNS, complain)

    const endHole = proxy.blackHole()
    const { id } = cutOff.identity
    await harness.pool.query('update engine set lease_expires_at = clock_timestamp() where id = $1', [id])
    const other = await harness.engine({ notify: false })
    await poll(
      async () => (await count(harness, `run_state where engine_id <> '${id}' and ended_at is null`)) === RUNS,
      complain,
    )
    await writeFile(until, '')
    endHole()
    for (const runId of runIds) await harness.until(runId, 'COMPLETED')
    await rm(folder, { recursive: true })

    const refused = () =>
      lines.reduce((sum, line) => sum + Number(/^(\d+) stale appends were refused/.exec(line)?.[1] ?? 0), 0)
    await poll(async () => refused() >= RUNS, complain)
    for (const runId of runIds) {
      const completed = (await harness.history(runId)).filter(({ type }) => type === 'workflow.node.completed')
      expect(completed).toHaveLength(2)
    }
    await Promise.all([cutOff.stop(), other.stop()])
    await proxy.close()
    expect(refused()).toBe(RUNS)
    expect(await harness.violations()).toEqual([])
  })
})

describe('a step that takes its process with it', () => {
  let harness: Harness
  let engine: EngineProcess
  let stopping = false
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Harmless', [standard('Slow', 'slowly'), standard('Next', 'add_one')])
    engine = await spawnEngine(harness.databaseUrl)
    void supervise()
  })
  afterAll(async () => {
    stopping = true
    await engine.stop()
    await harness.close()
  })

  /** What the supervisor does: the lease of the dead one ends at once, and another one starts. */
  const supervise = async (): Promise<void> => {
    await engine.died
    if (stopping) return
    await expireLease(harness.pool, engine.pid)
    engine = await spawnEngine(harness.databaseUrl)
    void supervise()
  }

  // Which bound is met first, that of its memory or that of its silence, is a matter of how fast the machine is.
  it.each([
    ['aborts its process', 'abort', ''],
    ['ends its thread', 'exit', ''],
    [
      'fills the heap of its thread',
      'eat_memory',
      '(, the last time because it used more than 1024 MB of memory in its heap)?',
    ],
    [
      'fills buffers, which are in no heap',
      'eat_buffers',
      '(, the last time because it used more than 1024 MB of memory outside of its heap, in buffers)?',
    ],
  ])('and %s is quarantined with a sentence that says so, and no other run fails', async (_, fn, why) => {
    await harness.publish('Deadly', [standard('Deadly', fn)])
    const others = await Promise.all(Array.from({ length: 10 }, () => harness.start('Harmless', { ms: 50 })))
    const deadly = await harness.start('Deadly')
    await expect
      .poll(async () => (await harness.state(deadly)).outcome, { interval: 50 })
      .toMatchObject({
        status: 'FAILED',
        error: {
          code: 'STEP_QUARANTINED',
          step: 'Deadly',
          message: expect.stringMatching(
            new RegExp(`^steps.${fn} crashed or blocked its process 3 times${why}. It is not retried.$`),
          ),
        },
      })
    for (const runId of others) await harness.until(runId, 'COMPLETED')
    expect(await harness.openViolations()).toEqual([])
  })
})
