import type { EngineIdentity, EngineLoad, Recovered } from '../../ports.ts'
import { changeState, enqueueWoken, parkRow, type StateRow, type Tables } from './tables.ts'

/** Engines lease themselves, by the store's clock; the twin of `store/lease.ts`. */
export function register(tables: Tables, now: number, id: string, leaseMs: number, takesRuns = false): EngineIdentity {
  tables.epochSequence += 1
  const { epochSequence: epoch, generation } = tables
  tables.engines.set(id, { id, epoch, expiresAt: now + leaseMs, claiming: 0, busy: 0, takesRuns, generation })
  return { id, epoch }
}

/** False when the lease ran out before or the engine was forgotten. */
export function renew(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  leaseMs: number,
  { busy }: Pick<EngineLoad, 'busy'> = { busy: 0 },
): boolean {
  const row = tables.engines.get(engine.id)
  if (!row || row.expiresAt <= now) return false
  tables.engines.set(row.id, { ...row, busy, expiresAt: now + leaseMs })
  return true
}

export function recover(tables: Tables, now: number): Recovered {
  for (const { id, expiresAt, claiming, generation } of [...tables.engines.values()]) {
    if ((expiresAt < now || generation !== tables.generation) && claiming === 0) tables.engines.delete(id)
  }
  const runs = queueAgain(tables, now, (engineId) => !tables.engines.has(engineId))
  const expiries = [...tables.engines.values()].map(({ expiresAt }) => expiresAt - now)
  const alive = [...tables.engines.values()].filter(({ expiresAt }) => expiresAt > now)
  return {
    runs,
    nextExpiryMs: expiries.length > 0 ? Math.min(...expiries) : null,
    engines: alive.length,
    leastBusy: alive.length > 0 ? Math.min(...alive.map(({ busy }) => busy)) : null,
  }
}

export function handBack(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  runIds?: readonly string[],
  where: 'queue' | 'parked' = 'queue',
): number {
  const isTheirs = (engineId: string, runId: string) => engineId === engine.id && (runIds?.includes(runId) ?? true)
  return queueAgain(tables, now, isTheirs, { engineEpoch: 0 }, where)
}

function queueAgain(
  tables: Tables,
  now: number,
  isTheirs: (engineId: string, runId: string) => boolean,
  change: Pick<Partial<StateRow>, 'engineEpoch'> = {},
  where: 'queue' | 'parked' = 'queue',
): number {
  let count = 0
  for (const { runId, engineId } of [...tables.states.values()]) {
    if (engineId === null || !isTheirs(engineId, runId)) continue
    changeState(tables, runId, { ...change, engineId: null })
    enqueueWoken(tables, runId, now)
    if (where === 'parked') parkRow(tables, runId)
    count += 1
  }
  return count
}
