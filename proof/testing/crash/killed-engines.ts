import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { WAIT_LIMIT_MS } from '#tools/test/wait-limit.mjs'
import { type Harness, poll } from '../harness.ts'
import { type Armed, type ArmedProcess, spawnArmed } from './armed-process.ts'
import { effectViolations, recordedCalls } from './effects.ts'
import type { Journeys } from './journeys.ts'

/** Engines one after the other: each is killed at a point, and each finishes the work of the one before. */
export interface KilledEngines {
  /** The points at which engines were killed so far. */
  readonly struck: Set<CrashPoint>
  begin(armed?: Armed): ArmedProcess
  /** Resolves when every run has ended. */
  settled(): Promise<void>
  /**
   * Resolves when the engine has died at its point. Its lease and its worker's heartbeats expire at once, and no
   * invariant is violated.
   */
  death(engine: ArmedProcess, armed: Armed): Promise<void>
  /** Kills an engine while it works on fresh runs. */
  working(armed: Armed, start: () => Promise<void>): Promise<void>
  /** Kills an engine as it begins. */
  beginning(armed: Armed): Promise<void>
  /** The present state, for a test that waits in vain. */
  complain(): Promise<string>
  /** Lets the last engine live: in the end no invariant is violated, seen from inside and from outside. */
  finish(): Promise<readonly JourneyEnd[]>
  close(): Promise<void>
}

export interface JourneyEnd {
  readonly id: string
  /** Whether the run was to fail. */
  readonly fail: boolean
  readonly status: string
}

export const engineMain = join(import.meta.dirname, '../../../server/processes/engine.ts')

export function killEngines(harness: Harness, journeys: Journeys): KilledEngines {
  const loadNext = () => spawnArmed(harness.databaseUrl, engineMain, { settings: journeys.settings })
  const struck = new Set<CrashPoint>()
  let standby = loadNext()
  let current: ArmedProcess | null = null

  const begin = (armed?: Armed): ArmedProcess => {
    const engine = standby
    engine.begin(armed)
    current = engine
    standby = loadNext()
    return engine
  }
  const complain = async () => {
    const { rows } = await harness.pool.query(
      'select status, current_steps, error_code from run_state join run_progress using (run_id) where ended_at is null',
    )
    return `${JSON.stringify(rows)}\n${current?.output()}`
  }
  const settled = () => poll(async () => (await journeys.open()) === 0, complain)
  const death = async (engine: ArmedProcess, { point }: Armed) => {
    const late = sleep(WAIT_LIMIT_MS, 'late', { ref: false })
    if ((await Promise.race([engine.died, late])) === 'late') throw new Error(`${point}: ${await complain()}`)
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    // The engine's worker died with it, and no other one lives: the test need not wait for the heartbeat timeout. Only
    // a last heartbeat, still in flight, could come after this.
    await harness.pool.query(
      `update async_task set heartbeat_at = heartbeat_at - interval '1 hour' where token is not null`,
    )
    expect(await harness.openViolations()).toEqual([])
    struck.add(point)
  }

  return {
    struck,
    begin,
    settled,
    death,
    complain,
    async working(armed, start) {
      const engine = begin()
      await settled()
      await engine.arm(armed)
      await start()
      await death(engine, armed)
    },
    beginning: (armed) => death(begin(armed), armed),
    async finish() {
      const engine = begin()
      await settled()
      await poll(
        async () => (await harness.violations()).length === 0,
        async () => JSON.stringify(await harness.violations()),
      )
      const { rows } = await harness.pool.query<JourneyEnd>(`
        select r.id, (l.events::json->0->'payload'->'input'->>'fail')::boolean as fail, s.status
          from run r join run_state s on s.run_id = r.id join run_log l on l.run_id = r.id and l.seq = 1
         where r.parent_run_id is null`)
      expect(effectViolations(await journeys.received(), await recordedCalls(harness.pool))).toEqual([])
      engine.signal('SIGTERM')
      await engine.died
      expect(await harness.violations()).toEqual([])
      return rows
    },
    async close() {
      standby.signal('SIGKILL')
      current?.signal('SIGTERM')
      await Promise.all([standby.died, current?.died])
    },
  }
}
