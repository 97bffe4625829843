import type { EngineOptions } from '#server/engine/engine.ts'
import { type FoundFunction, findFunction } from '#server/engine/executor/host/find-function.ts'
import type { AttemptRequest, Executor, ExecutorEvents, Store } from '#server/engine/ports.ts'
import { type Engine, runEngine } from '#server/engine/run-engine.ts'
import { measuredStore } from '#server/engine/telemetry/measured-store.ts'
import { createDatabaseClock } from '#server/engine/world/clock.ts'
import { ids } from '#server/engine/world/ids.ts'
import { localClock } from '#server/engine/world/local-clock.ts'
import { createWakeUp } from '#server/engine/world/wake-up.ts'

/** An engine that calls functions in its own thread, to see what the threads of the real one cost. */
export function startInlineEngine(options: EngineOptions & { readonly store: Store }): Promise<Engine> {
  const { store, metrics } = options
  return runEngine({
    store: metrics ? measuredStore(store, metrics) : store,
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: createWakeUp({ databaseUrl: options.databaseUrl, notify: true }),
    createExecutor: (events) => inlineExecutor(options.functionsFolders, events),
    host: 'bench',
    pid: process.pid,
    runsInMemory: 5_000,
    log: options.log ?? (() => undefined),
  })
}

function inlineExecutor(folders: readonly string[], events: ExecutorEvents): Executor {
  const found = new Map<string, FoundFunction>()
  const call = async (request: AttemptRequest): Promise<void> => {
    const name = (request as { readonly function?: string }).function ?? ''
    const called = found.get(name) ?? (await findFunction(folders, name))
    found.set(name, called)
    const output = (await called(request.state, {})) as never
    events.onOutcome(request.id, { kind: 'completed', output })
  }
  return {
    start: (request) => setImmediate(() => void call(request)),
    cancel: () => undefined,
    close: () => Promise.resolve(),
  }
}
