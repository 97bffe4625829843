import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { Append } from '#server/engine/commit/append.ts'
import type { Executor, ExecutorEvents, LoadedRun, Mail, Store } from '#server/engine/ports.ts'
import { post, type Tables, wake } from '#server/engine/store/memory/tables.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import type { Process } from '../process.ts'
import type { World } from '../world.ts'

/**
 * A classic mistake of engines, as a wrapper around a port that only the
 * simulator puts on. It is there to be found: a simulator that does not find
 * it is not looking.
 */
export interface PlantedBug {
  readonly name: string
  /** Between the network and the database: what the statements of this process do. */
  readonly store?: (store: Store, process: Process, world: World) => Store
  /** The same for workers, and for the scan that looks for those that died. */
  readonly work?: (work: WorkStore, process: Process, world: World) => WorkStore
  /** Which generation a connection believes the store to be in when it is opened. */
  readonly generation?: (generation: number) => number
  readonly executor?: (executor: Executor, world: World) => Executor
  /** What the engine hears of its executor. */
  readonly events?: (events: ExecutorEvents) => ExecutorEvents
}

/** Appends are changed on their way, those of a claim too. */
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

/** Runs are changed as they are taken up. */
export function withLoaded(store: Store, change: (run: LoadedRun) => LoadedRun): Store {
  return { ...store, claim: (engine, limit, take) => store.claim(engine, limit, (runs) => take(runs.map(change))) }
}

/** What an engine that takes a run up makes of its events. */
export function withEvents(store: Store, change: (event: RunEvent) => RunEvent): Store {
  return withLoaded(store, (run) => {
    const rows = JSON.parse(run.log) as readonly (readonly RunEvent[])[]
    return { ...run, log: JSON.stringify(rows.map((events) => events.map(change))) }
  })
}

/** Commands are changed before they are read. */
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

/** An event that changes nothing, in the place of another. */
export function forgotten({ seq, at }: RunEvent): RunEvent {
  return { seq, at, type: 'workflow.run.status_changed', payload: { from: 'ACTIVE', to: 'ACTIVE' } }
}

export function tellTimer(tables: Tables, now: number, runId: string, timerId: string): void {
  post(tables, now, { runId, operationId: null, command: JSON.stringify({ type: 'timer_fired', timer_id: timerId }) })
  wake(tables, runId, now)
}
