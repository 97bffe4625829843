import type { RunEvent } from '#core/run/event.ts'
import type { Append } from '#server/engine/commit/append.ts'
import type { PlantedBug } from './planted-bug.ts'
import { forgotten, tellTimer, withEvents, withLoaded } from './planted-bug.ts'

/** Bugs that keep state only in memory, or trust a local clock. */
export const memoryBugs: readonly PlantedBug[] = [
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
            tellTimer(tables, now, runId, timerId)
          }
          return store.fireTimers(engine, limit)
        },
      }
    },
  },
  {
    name: 'timers delivered by the clock of the engine',
    store(store, process, { tables, schedule, databaseNow }) {
      const bornAt = schedule.now
      return {
        ...store,
        async fireTimers(engine, limit) {
          const now = bornAt + process.clock.monotonic()
          for (const [runId, timers] of [...tables.timers]) {
            for (const [timerId, dueAt] of [...timers]) {
              if (dueAt > now) continue
              timers.delete(timerId)
              if (timers.size === 0) tables.timers.delete(runId)
              tellTimer(tables, databaseNow(), runId, timerId)
            }
          }
          return store.fireTimers(engine, limit)
        },
      }
    },
  },
  {
    name: 'place in the compensations only in memory',
    store: (store) =>
      withEvents(store, (event) =>
        event.type === 'workflow.compensation.completed' && event.payload.outcome === 'done' ? forgotten(event) : event,
      ),
  },
  {
    name: 'count of attempts only in memory',
    store: (store) =>
      withEvents(store, (event) => (event.type === 'workflow.node.started' ? { ...event, attempt: 1 } : event)),
  },
  {
    name: 'snapshot taken one event too early',
    store: (store) =>
      withLoaded(store, (run) => {
        const [first, ...rows] = JSON.parse(run.log) as readonly (readonly RunEvent[])[]
        const isOfSomething = run.snapshot !== null && (run.snapshot as { readonly seq: number }).seq > 0
        if (!isOfSomething || first === undefined) return run
        return { ...run, log: JSON.stringify([first.slice(1), ...rows]) }
      }),
  },
  {
    name: 'fold that forgets a type of event',
    store: (store) => withEvents(store, (event) => (event.type === 'workflow.node.skipped' ? forgotten(event) : event)),
  },
]
