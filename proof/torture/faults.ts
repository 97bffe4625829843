import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { expireLease } from '#server/engine/expire-lease.ts'
import type { TortureDatabase } from './database.ts'
import type { Engines, RunningEngine } from './engines.ts'
import type { Random } from './random.ts'
import type { Recoveries } from './recoveries.ts'

/** Injects random faults until it is stopped. */
export interface Faults {
  readonly counts: Readonly<Record<Fault | 'connections', number>>
  /** How often each harm was done to the database. */
  readonly disturbances: ReadonlyMap<string, number>
  /** Ends the faults and wakes frozen engines. */
  stop(): Promise<void>
}

type Fault = 'kill' | 'drain' | 'freeze' | 'usurp' | 'disturb' | 'terminate'

const weights: Record<Fault, number> = { kill: 5, drain: 1, freeze: 2, usurp: 2, disturb: 1, terminate: 3 }
/** In a cluster the database is what the torture is about. */
const clusterWeights: Record<Fault, number> = { ...weights, drain: 2, disturb: 5 }
const PAUSE_MS = { shortest: 1_000, longest: 7_000 }
/** Longer than the lease of ten seconds. */
const FROZEN_MS = { shortest: 11_000, longest: 18_000 }

export interface FaultsWorld {
  readonly pool: Pool
  readonly random: Random
  readonly database: TortureDatabase
  readonly engines: Engines
  readonly recoveries: Recoveries
  readonly isCluster: boolean
  /** False while the inspector checks the whole database: a restart would make the check begin again and again. */
  mayDisturb(): boolean
  log(line: string): void
}

export function startFaults({
  pool,
  random,
  database,
  engines,
  recoveries,
  isCluster,
  mayDisturb,
  log,
}: FaultsWorld): Faults {
  const counts = { kill: 0, drain: 0, freeze: 0, usurp: 0, disturb: 0, terminate: 0, connections: 0 }
  const disturbances = new Map<string, number>()
  const stopping = new AbortController()
  const frozen = new Set<Promise<void>>()
  const { signal } = stopping

  /** A running engine, unless it is the last one. */
  const victim = (): RunningEngine | null => {
    const awake = engines.running.filter((engine) => !engine.frozen)
    return awake.length > 1 ? (awake[Math.floor(random.next() * awake.length)] ?? null) : null
  }

  /** Freezes the engine before looking up its runs, so that these are the runs the engine held when the fault came. */
  const stand = async (engine: RunningEngine): Promise<void> => {
    engines.freeze(engine)
    await recoveries.engineLost(engine.pid)
  }

  const freeze = async (engine: RunningEngine, ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal }).catch(() => undefined)
    engines.thaw(engine)
  }

  const harm: Record<Fault, () => Promise<void>> = {
    async kill() {
      const engine = victim()
      if (!engine) return
      counts.kill += 1
      await stand(engine).finally(() => engines.kill(engine, random.next() < 0.5))
    },
    /** One engine leaves in order, and another one joins. */
    async drain() {
      const engine = victim()
      if (!engine) return
      counts.drain += 1
      engines.drain(engine)
    },
    async freeze() {
      const engine = victim()
      if (!engine) return
      counts.freeze += 1
      const ms = random.between(FROZEN_MS.shortest, FROZEN_MS.longest)
      await stand(engine).finally(() => {
        const thawed = freeze(engine, ms).finally(() => frozen.delete(thawed))
        frozen.add(thawed)
      })
    },
    /** Expires the engine's lease without its knowledge: other engines take its runs while it goes on with them. */
    async usurp() {
      const engine = victim()
      if (!engine) return
      counts.usurp += 1
      await expireLease(pool, engine.pid)
    },
    async disturb() {
      if (!mayDisturb() || !database.isWhole()) return
      const held = await recoveries.held()
      recoveries.databaseLost(held)
      counts.disturb += 1
      const name = await database.disturb(random)
      disturbances.set(name, (disturbances.get(name) ?? 0) + 1)
    },
    async terminate() {
      const { rows } = await pool.query<{ ended: number }>(
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
          where application_name like 'heddle%' and pid <> pg_backend_pid() and random() < $1`,
        [random.between(0.1, 1)],
      )
      counts.terminate += 1
      counts.connections += rows[0]?.ended ?? 0
    },
  }

  const working = (async () => {
    while (!signal.aborted) {
      await sleep(random.between(PAUSE_MS.shortest, PAUSE_MS.longest), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) break
      const fault = random.weighted(isCluster ? clusterWeights : weights)
      await harm[fault]().catch((error: unknown) => log(`${fault}: ${String(error)}`))
    }
  })()

  return {
    counts,
    disturbances,
    async stop() {
      stopping.abort()
      await working
      await Promise.all(frozen)
    },
  }
}
