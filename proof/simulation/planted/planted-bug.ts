import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Append } from '#server/engine/commit/append.ts'
import type { CodeRunner, Executor, ExecutorEvents, LoadedRun, Mail, Store } from '#server/engine/ports.ts'
import { post, type Tables, wake } from '#server/engine/store/memory/tables.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import type { Process } from '../world/process.ts'
import type { World } from '../world/world.ts'

/**
 * A classic engine bug, as a wrapper around a port that only the simulator applies. The simulator has to find the bug;
 * a simulator that misses the bug checks too little.
 */
export interface PlantedBug {
  readonly name: string
  /** Wraps the store between network and database: changes the statements of this process. */
  readonly store?: (store: Store, process: Process, world: World) => Store
  /** Wraps the store of workers, and the scan that looks for dead workers. */
  readonly work?: (work: WorkStore, process: Process, world: World) => WorkStore
  /** The store generation that a new connection assumes. */
  readonly generation?: (generation: number) => number
  /** Wraps the host of code. */
  readonly code?: (host: CodeRunner, world: World) => CodeRunner
  readonly executor?: (executor: Executor, world: World) => Executor
  /** Wraps the executor's events on their way to the engine. */
  readonly events?: (events: ExecutorEvents) => ExecutorEvents
}

/** Changes appends on their way to the store, including those of a claim. */
export function withAppends(store: Store, change: (append: Append) => Append): Store {
  return {
    ...store,
    append: (engine, appends, lane, again) => store.append(engine, appends.map(change), lane, again),
    claim: (engine, limit, take) =>
      store.claim(engine, limit, async (runs) => {
        const taken = await take(runs)
        return { ...taken, appends: taken.appends.map(change) }
      }),
  }
}

/** Changes runs as an engine claims them. */
export function withLoaded(store: Store, change: (run: LoadedRun) => LoadedRun): Store {
  return { ...store, claim: (engine, limit, take) => store.claim(engine, limit, (runs) => take(runs.map(change))) }
}

/** Changes the events that an engine loads with a claimed run. */
export function withEvents(store: Store, change: (event: RunEvent) => RunEvent): Store {
  return withLoaded(store, (run) => {
    const rows = JSON.parse(run.log) as readonly (readonly RunEvent[])[]
    return { ...run, log: JSON.stringify(rows.map((events) => events.map(change))) }
  })
}

/** Changes commands before they are read. */
export function withCommands(store: Store, change: (command: Command) => Command): Store {
  const read = (mail: readonly Mail[]) => mail.map((each) => ({ ...each, command: change(each.command) }))
  const loaded = withLoaded(store, (run) => ({ ...run, mail: read(run.mail) }))
  return {
    ...loaded,
    async drain(engine, runIds) {
      const drained = await store.drain(engine, runIds)
      return { ...drained, mail: read(drained.mail) }
    },
  }
}

/** An event that changes nothing, in place of another. */
export function forgotten({ seq, at }: RunEvent): RunEvent {
  return { seq, at, type: 'workflow.run.status_changed', payload: { from: 'ACTIVE', to: 'ACTIVE' } }
}

export function tellTimer(tables: Tables, now: number, runId: string, timerId: string): void {
  post(tables, now, { runId, operationId: null, command: JSON.stringify({ type: 'timer_fired', timer_id: timerId }) })
  wake(tables, runId, now)
}
