import { limits } from '#core/limits.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Append } from '../append.ts'
import type { Executor, LoadedRun, Store } from '../ports.ts'
import { post, type Tables, wake } from '../store/memory/tables.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/**
 * Classic mistakes of engines, each as a wrapper around a port that only the
 * simulator puts on. They are here to be found: a simulator that does not
 * find one is not looking.
 */
export interface PlantedBug {
  readonly name: string
  /** Between the network and the database: what the statements of this process do. */
  readonly store?: (store: Store, process: Process, world: World) => Store
  readonly executor?: (executor: Executor, world: World) => Executor
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'commit without a fence',
    store: (store, _process, { tables }) => ({
      ...store,
      append: (engine, appends, lane, again) =>
        store.append(
          engine,
          appends.map((append) => (isTaken(tables, append) ? atTheEnd(tables, append) : append)),
          lane,
          again,
        ),
    }),
  },
  {
    name: 'lease by the wall clock of the engine',
    store: (store, process, { tables, schedule }) => {
      const bornAt = schedule.now
      const leaseFrom = (id: string) => {
        const row = tables.engines.get(id)
        const expiresAt = bornAt + process.clock.monotonic() + limits.engine.leaseMs
        if (row) tables.engines.set(id, { ...row, expiresAt })
      }
      return {
        ...store,
        async register(host, pid, leaseMs) {
          const registered = await store.register(host, pid, leaseMs)
          leaseFrom(registered.id)
          return registered
        },
        async renew(engine, leaseMs) {
          const now = await store.renew(engine, leaseMs)
          if (now !== null) leaseFrom(engine.id)
          return now
        },
      }
    },
  },
  {
    name: 'idempotency key with the attempt in it',
    executor: (executor) => ({
      ...executor,
      start: (request) => executor.start({ ...request, key: `${request.key}/${request.attempt}` }),
    }),
  },
  {
    name: 'blind retry of a lost commit',
    store: (store, _process, { tables }) => ({
      ...store,
      append: (engine, appends, lane, again) =>
        store.append(engine, again ? appends.map((append) => atTheEnd(tables, append)) : appends, lane, again),
    }),
  },
  {
    name: 'timers only in memory',
    store(store, process, { tables, databaseNow }) {
      const timers = new Map<string, { readonly runId: string; readonly timerId: string; readonly dueAt: number }>()
      const withoutTimers = (append: Append): Append => {
        const { runId, rows } = append
        if (!rows) return append
        for (const { timerId, dueAt } of rows.timersSet) timers.set(`${runId} ${timerId}`, { runId, timerId, dueAt })
        for (const timerId of rows.timersCleared) timers.delete(`${runId} ${timerId}`)
        return { ...append, rows: { ...rows, timersSet: [] } }
      }
      process.onEnd(() => timers.clear())
      return {
        ...store,
        append: (engine, appends, lane, again) => store.append(engine, appends.map(withoutTimers), lane, again),
        claim: (engine, limit, take) =>
          store.claim(engine, limit, async (runs) => {
            const taken = await take(runs)
            return { ...taken, appends: taken.appends.map(withoutTimers) }
          }),
        async fireTimers(engine, limit) {
          const now = databaseNow()
          for (const [key, { runId, timerId, dueAt }] of timers) {
            if (dueAt > now) continue
            timers.delete(key)
            const command = JSON.stringify({ type: 'timer_fired', timer_id: timerId })
            post(tables, now, { runId, operationId: null, command })
            wake(tables, runId, now)
          }
          return store.fireTimers(engine, limit)
        },
      }
    },
  },
  {
    name: 'place in the compensations only in memory',
    store: (store) => ({
      ...store,
      claim: (engine, limit, take) => store.claim(engine, limit, (runs) => take(runs.map(withoutCompensations))),
    }),
  },
]

function isTaken(tables: Tables, { runId, seq, appendId }: Append): boolean {
  return tables.logs.get(runId)?.some((row) => row.seq === seq && row.appendId !== appendId) ?? false
}

/** The same events, as another append, after whatever is there. */
function atTheEnd(tables: Tables, append: Append): Append {
  const shift = (tables.states.get(append.runId)?.seq ?? 0) + 1 - append.seq
  const events = (JSON.parse(append.events) as readonly RunEvent[]).map((event) => ({
    ...event,
    seq: event.seq + shift,
  }))
  return {
    ...append,
    seq: append.seq + shift,
    lastSeq: append.lastSeq + shift,
    appendId: `${append.appendId} again`,
    events: JSON.stringify(events),
  }
}

/** What was undone is forgotten when a run is taken up. */
function withoutCompensations(run: LoadedRun): LoadedRun {
  const rows = JSON.parse(run.log) as readonly (readonly RunEvent[])[]
  const forget = (event: RunEvent): RunEvent =>
    event.type === 'workflow.compensation.completed' && event.payload.outcome === 'done'
      ? {
          seq: event.seq,
          at: event.at,
          type: 'workflow.run.status_changed',
          payload: { from: 'ACTIVE', to: 'ACTIVE' },
        }
      : event
  return { ...run, log: JSON.stringify(rows.map((events) => events.map(forget))) }
}
