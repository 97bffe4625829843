import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { openCursor } from '#server/log/cursor.ts'
import { triggerService } from '../service.ts'

/** Around the note of an end, and around the start of its run: nothing is written about that run yet. */
const points: readonly CrashPoint[] = [
  ...pointsBy('following'),
  ...pointsBy('firing').filter((point) => point.startsWith('firings_started')),
]
const KILLS = 12

describe('an engine that is killed while it follows the ends of runs', () => {
  let harness: Harness
  let standby: ArmedProcess
  const sources: string[] = []

  const load = () => spawnArmed(harness.databaseUrl, engineMain)

  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Source', [standard('Work', 'add_one')])
    await harness.publish('Follows', [standard('Work', 'add_one')])
    await harness.pool.query(
      `insert into member (owner_id, person_id, kind, roles) values ('local', $1, 'service', $2)`,
      [triggerService.id, triggerService.roles],
    )
    await harness.pool.query(
      `insert into trigger (id, owner_id, workflow, name, type, spec)
       values ($1, 'local', 'Follows', 'run', 'run', '{"type":"run","workflow":"Source"}')`,
      [randomUUID()],
    )
    // The ends of runs from now on are read, whenever the first look comes.
    await openCursor(harness.pool, 'run triggers', 'present')
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
  })

  /** A run ends, and the engine is killed as it follows it; the next one stands by already. */
  async function killAt(point: CrashPoint): Promise<void> {
    const engine = standby
    engine.begin()
    standby = load()
    const runId = await harness.start('Source')
    sources.push(runId)
    await engine.arm({ point, times: 1 })
    // An end that was followed before the engine was armed is followed by another one.
    sources.push(await harness.start('Source'))
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
  }

  const followed = async () => {
    const { rows } = await harness.pool.query<{ firings: number; sources: number; runs: number }>(
      `select count(*)::int as firings, count(distinct f.source_run_id)::int as sources, count(distinct r.id)::int as runs
         from trigger_firing f join run r on r.idempotency_key = 'run/' || f.trigger_id || '/' || f.key
        where f.state = 'started' and f.source_run_id = any($1)`,
      [sources],
    )
    return rows[0]
  }

  it('has started one run for each end', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) await killAt(points[kill % points.length] as CrashPoint)
    const last = standby
    last.begin()
    standby = load()
    const all = sources.length
    await expect.poll(followed).toEqual({ firings: all, sources: all, runs: all })
    const runs = async () => (await harness.pool.query(`select from run_state where ended_at is null`)).rowCount
    await expect.poll(runs).toBe(0)
    const { rowCount } = await harness.pool.query(`select from run where workflow = 'Follows'`)
    expect(rowCount).toBe(all)
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
  })
})
