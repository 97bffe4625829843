import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { triggerService } from './service.ts'

/**
 * Around each commit of a firing, until an engine was killed twenty times. Before `firings_started` the run is started and
 * nothing is written about it.
 */
const points: readonly CrashPoint[] = pointsBy('firing')
const KILLS = 20

describe('access 17: an engine that is killed at the instant of a schedule', () => {
  let harness: Harness
  let standby: ArmedProcess
  const triggers: string[] = []

  const load = () => spawnArmed(harness.databaseUrl, engineMain)

  /** A schedule whose instant is the present minute; however long the next engine takes, the instant is made up for. */
  async function plan(): Promise<void> {
    const id = randomUUID()
    triggers.push(id)
    await harness.pool.query(
      `insert into trigger (id, owner_id, workflow, name, type, spec, handled_until, next_at)
       values ($1, 'local', 'Nightly', $2, 'schedule', '{"type":"schedule","every_seconds":60,"overlap":"allow","catch_up":"all"}',
               date_trunc('minute', clock_timestamp()) - interval '1 second', date_trunc('minute', clock_timestamp()))`,
      [id, id],
    )
  }

  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Nightly', [standard('Work', 'add_one')])
    await harness.pool.query(
      `insert into member (owner_id, person_id, kind, roles) values ('local', $1, 'service', $2)`,
      [triggerService.id, triggerService.roles],
    )
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
  })

  /** Kills the engine that waits, at this point of a firing; the next one stands by already. */
  async function killAt(point: CrashPoint): Promise<void> {
    await plan()
    const engine = standby
    engine.begin({ point, times: 1 })
    standby = load()
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
  }

  const fired = async () => {
    const { rows } = await harness.pool.query<{ triggers: number; firings: number; runs: number }>(
      `select count(distinct f.trigger_id)::int as triggers, count(*)::int as firings, count(distinct r.id)::int as runs
         from trigger_firing f join run r on r.idempotency_key = 'schedule/' || f.trigger_id || '/' || f.key
        where f.state = 'started' and f.trigger_id = any($1) and f.key = (
          select min(key) from trigger_firing g where g.trigger_id = f.trigger_id)`,
      [triggers],
    )
    return rows[0]
  }

  const working = async () => {
    const { rows } = await harness.pool.query<{ runs: number }>(
      `select count(*)::int as runs from run_state where ended_at is null`,
    )
    return rows[0]?.runs
  }

  it('has started one run for each instant after twenty kills', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) await killAt(points[kill % points.length] as CrashPoint)
    const last = standby
    last.begin()
    standby = load()
    await expect.poll(fired).toEqual({ triggers: KILLS, firings: KILLS, runs: KILLS })
    // Invariants hold at rest: no further instant comes, and every run ends.
    await harness.pool.query(`update trigger set next_at = clock_timestamp() + interval '1 day'`)
    await expect.poll(working).toBe(0)
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
  })
})
