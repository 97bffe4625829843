import type { Message } from '../../append.ts'
import type { EngineIdentity } from '../../ports.ts'
import { changeState, type EngineRow, enqueue, post, type StateRow, type Tables } from './tables.ts'

/** Engines lease themselves, by the store's clock; the twin of `store/lease.ts`. */
export function register(tables: Tables, now: number, id: string, leaseMs: number): EngineIdentity {
  tables.epochSequence += 1
  const epoch = tables.epochSequence
  tables.engines.set(id, { id, epoch, expiresAt: now + leaseMs, alone: null, claiming: 0 })
  return { id, epoch }
}

/** False when the lease ran out before or the engine was forgotten. */
export function renew(tables: Tables, now: number, engine: EngineIdentity, leaseMs: number): boolean {
  const row = tables.engines.get(engine.id)
  if (!row || row.expiresAt <= now) return false
  changeEngine(tables, row, { expiresAt: now + leaseMs })
  return true
}

export function setAlone(tables: Tables, engine: EngineIdentity, message: Message | null): void {
  const row = tables.engines.get(engine.id)
  if (row) changeEngine(tables, row, { alone: message && JSON.stringify(message) })
}

function changeEngine(tables: Tables, row: EngineRow, change: Partial<EngineRow>): void {
  tables.engines.set(row.id, { ...row, ...change })
}

/** How many runs became ready. */
export function recover(tables: Tables, now: number): number {
  const dead = [...tables.engines.values()].filter((row) => row.expiresAt < now && row.claiming === 0)
  const letters = new Map<string, number>()
  for (const { id, alone } of dead) {
    tables.engines.delete(id)
    if (alone === null) continue
    const { to, command } = JSON.parse(alone) as Message
    // One that it had let go of meanwhile has nothing to hear.
    if (tables.states.get(to)?.engineId !== id) continue
    post(tables, now, { runId: to, operationId: null, command: JSON.stringify(command) })
    letters.set(to, 1)
  }
  return putBack(tables, now, (engineId) => !tables.engines.has(engineId), {}, letters)
}

export function handBack(tables: Tables, now: number, engine: EngineIdentity): number {
  return putBack(tables, now, (engineId) => engineId === engine.id, { engineEpoch: 0 }, new Map())
}

function putBack(
  tables: Tables,
  now: number,
  isTheirs: (engineId: string) => boolean,
  change: Pick<Partial<StateRow>, 'engineEpoch'>,
  letters: ReadonlyMap<string, number>,
): number {
  let count = 0
  for (const { runId, engineId, mailSeq } of [...tables.states.values()]) {
    if (engineId === null || !isTheirs(engineId)) continue
    changeState(tables, runId, { ...change, engineId: null, mailSeq: mailSeq + (letters.get(runId) ?? 0) })
    enqueue(tables, runId, now)
    count += 1
  }
  return count
}
