import { limits } from '#core/limits.ts'
import type { NewRun, Reply } from '../../commit/append.ts'
import type { EagerRun } from '../../commit/eager-run.ts'
import type { FiredTimers, PublishedDefinition, Store } from '../../ports.ts'
import { tuning } from '../../tuning.ts'
import type { KnownCommand, Sent, SentCommand } from '../send.ts'
import type { Started } from '../start.ts'
import { answer, appendAll, insertEager, insertRun, storePayloads } from './append.ts'
import { claim, unpark } from './claim.ts'
import { handBack, recover, register, renew } from './lease.ts'
import { passLocks, readResources } from './locks.ts'
import { countDescendants, drain, loadEagerRuns, readEvents } from './read.ts'
import { changeState, openMail, PARKED, post, type Tables, wake } from './tables.ts'

/**
 * A store in memory with the same transactions as the one on PostgreSQL: what
 * is one statement or one transaction there happens at one instant here, at
 * the time of the given clock. Both pass `testing/contract/`.
 */
export function createMemoryStore(tables: Tables, now: () => number, newId: () => string): Store {
  return {
    lanes: tuning.committer.connections,
    append: async (engine, appends, _lane, again) => appendAll(tables, now(), engine, appends, again),
    claim: (engine, limit, take) => claim(tables, now, engine, limit, take),
    drain: async (engine, runIds) => drain(tables, engine, runIds),
    async reply(engine, runId, handled) {
      const state = tables.states.get(runId)
      if (state?.engineId !== engine.id || state.engineEpoch !== engine.epoch) return false
      answer(tables, now(), runId, handled)
      return true
    },
    async release(engine, runs) {
      const released = new Set<string>()
      for (const [runId, mailSeq] of runs) {
        const state = tables.states.get(runId)
        if (state?.engineId !== engine.id || state.engineEpoch !== engine.epoch || state.mailSeq !== mailSeq) continue
        changeState(tables, runId, { engineId: null })
        released.add(runId)
      }
      return released
    },
    handBack: async (engine, runIds, where) => handBack(tables, now(), engine, runIds, where),
    eagerRuns: async (engine) => loadEagerRuns(tables, engine),
    unpark: async (limit) => unpark(tables, now(), limit),
    fireTimers: async (engine, limit) => fireTimers(tables, now(), engine.id, limit),
    passLocks: async (_engine, hint) => passLocks(tables, now(), hint, tables.lockFaults),
    readResources: async (ownerId, ids) => readResources(tables, ownerId, ids),
    readEvents: async (runId) => readEvents(tables, runId),
    register: async (_host, _pid, leaseMs, takesRuns) => ({
      ...register(tables, now(), newId(), leaseMs, takesRuns),
      now: now(),
    }),
    renew: async (engine, leaseMs, load) => (renew(tables, now(), engine, leaseMs, load) ? now() : null),
    recover: async () => recover(tables, now()),
    onOtherGeneration: () => () => undefined,
    async retire(engine) {
      tables.engines.delete(engine.id)
      handBack(tables, now(), engine)
    },
    async endEagerStarts({ id }) {
      const engine = tables.engines.get(id)
      if (engine) tables.engines.set(id, { ...engine, takesRuns: false })
    },
    async unregister(engine) {
      tables.engines.delete(engine.id)
    },
    latestDefinition: async (ownerId, name) => tables.latest.get(definitionKey(ownerId, name)) ?? null,
    definition: async (ownerId, name, version) =>
      tables.definitions.get(`${definitionKey(ownerId, name)}\u0000${version}`) ?? null,
    variables: async (ownerId, names) => {
      const all = tables.variables.get(ownerId) ?? {}
      return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
    },
    // The memory has no uploads.
    readFile: async () => null,
    countDescendants: async (originRunId, most) => countDescendants(tables, originRunId, most),
    close: () => Promise.resolve(),
  }
}

export function publish(tables: Tables, ownerId: string, published: PublishedDefinition): void {
  const key = definitionKey(ownerId, published.definition.workflow_type)
  tables.definitions.set(`${key}\u0000${published.version}`, published)
  tables.latest.set(key, published)
}

function definitionKey(ownerId: string, name: string): string {
  return `${ownerId}\u0000${name}`
}

/** Turns due timers into messages; the twin of `store/timers.ts`. */
export function fireTimers(tables: Tables, now: number, engineId: string, limit: number): FiredTimers {
  const all = [...tables.timers].flatMap(([runId, timers]) =>
    [...timers].map(([timerId, dueAt]) => ({ runId, timerId, dueAt })),
  )
  const due = all
    .filter((timer) => timer.dueAt <= now)
    .sort((a, b) => a.dueAt - b.dueAt)
    .slice(0, limit)
  const runIds = new Set<string>()
  for (const { runId, timerId } of due) {
    const timers = tables.timers.get(runId)
    timers?.delete(timerId)
    if (timers?.size === 0) tables.timers.delete(runId)
    post(tables, now, { runId, operationId: null, command: JSON.stringify({ type: 'timer_fired', timer_id: timerId }) })
    wake(tables, runId, now)
    if (tables.states.get(runId)?.engineId === engineId) runIds.add(runId)
  }
  const later = all.filter((timer) => timer.dueAt > now).map((timer) => timer.dueAt)
  return { fired: due.length, runIds: [...runIds], nextDueAt: later.length > 0 ? Math.min(...later) : null }
}

/** The twin of `store/eager-start.ts`, without versions and archives. */
export function startEagerly(tables: Tables, now: number, run: EagerRun): boolean {
  const owner = tables.engines.get(run.engine.id)
  const isAlive =
    owner?.takesRuns === true && owner.epoch === run.engine.epoch && owner.expiresAt > now + tuning.eagerLeaseMs
  const key = run.idempotencyKey === null ? null : startKey(run)
  const isKnown = tables.runs.has(run.runId) || (key !== null && tables.startedBy.has(key))
  if (!isAlive || isKnown || [...tables.ready.values()].some(({ position }) => position < PARKED)) return false
  insertEager(tables, run)
  if (key !== null) tables.startedBy.set(key, run.runId)
  return true
}

function startKey({ ownerId, idempotencyKey, header }: NewRun): string {
  return JSON.stringify([ownerId, idempotencyKey, header.actor.id])
}

/** The twin of `store/start.ts`. */
export function startRuns(
  tables: Tables,
  now: number,
  runs: readonly (NewRun & { readonly queueDelayMs: number })[],
): readonly Started[] {
  return runs.map((run) => {
    const key = run.idempotencyKey === null ? null : startKey(run)
    const known = tables.runs.has(run.runId) ? run.runId : key === null ? undefined : tables.startedBy.get(key)
    if (known !== undefined) {
      const status = tables.states.get(known)?.status ?? ''
      if (known === run.runId) return { runId: known, status, created: true }
      return { runId: known, status, created: false, identity: tables.runs.get(known)?.requestIdentity ?? null }
    }
    storePayloads(tables, run)
    insertRun(tables, now, run, run.queueDelayMs)
    if (key !== null) tables.startedBy.set(key, run.runId)
    return { runId: run.runId, status: run.status, created: true }
  })
}

/** The twin of `store/send.ts`. */
export function send(tables: Tables, now: number, message: SentCommand): Sent {
  const { runId, operationId, identity = null } = message
  if (!tables.states.has(runId)) return 'no_such_run'
  if (tables.operations.has(operationId)) return 'known'
  if (openMail(tables, runId).length >= limits.command.mailboxPerRun) return 'full'
  post(tables, now, { runId, operationId, command: JSON.stringify(message.command), identity })
  wake(tables, runId, now)
  return 'sent'
}

export function findReply(tables: Tables, operationId: string): Reply | null {
  return tables.operations.get(operationId)?.reply ?? null
}

export function findCommand(tables: Tables, operationId: string): KnownCommand | null {
  const row = tables.operations.get(operationId)
  return row ? { runId: row.runId, identity: row.identity, command: JSON.parse(row.command) } : null
}
