import { hostname } from 'node:os'
import { limits } from '#core/limits.ts'
import { createExecutor } from './executor/create-executor.ts'
import {
  createFunctionExecutor,
  type FunctionExecutor,
  type FunctionExecutorOptions,
} from './executor/function-executor.ts'
import { createHttpExecutor, type HttpExecutorOptions } from './executor/http/http-executor.ts'
import { noSecrets } from './executor/http/secrets.ts'
import { createScriptExecutor } from './executor/script/script-executor.ts'
import type { Store } from './ports.ts'
import { type Engine, runEngine } from './run-engine.ts'
import { createPostgresStore } from './store/postgres-store.ts'
import type { EngineMetrics } from './telemetry/engine-metrics.ts'
import { measuredStore } from './telemetry/measured-store.ts'
import { createBusyGauge } from './world/busy-gauge.ts'
import { createDatabaseClock } from './world/clock.ts'
import { ids } from './world/ids.ts'
import { localClock } from './world/local-clock.ts'
import { createWakeUp } from './world/wake-up.ts'

export type { Engine } from './run-engine.ts'

export interface EngineOptions {
  readonly databaseUrl: string
  /** Where step functions are found, in this order. */
  readonly functionsFolders: readonly string[]
  /** False: NOTIFY is neither sent nor heard; polling alone does it. */
  readonly notify?: boolean
  readonly log?: (line: string) => void
  /** How long function threads may be silent; how many there are. */
  readonly executor?: Pick<FunctionExecutorOptions, 'threads' | 'blockedMs'>
  /** Hosts that requests may reach wherever they are, and the secrets that they may carry; none when left out. */
  readonly http?: HttpExecutorOptions
  /** How many runs it holds at once. */
  readonly runsInMemory?: number
  /** Stands in for the store on PostgreSQL. */
  readonly store?: Store
  /** Where it counts what it does; nothing is counted without. */
  readonly metrics?: EngineMetrics
}

/** Starts an engine in this process, on PostgreSQL and with people's functions in threads. */
export function startEngine(options: EngineOptions): Promise<Engine> {
  const log = options.log ?? (() => undefined)
  const { metrics } = options
  const store = options.store ?? createPostgresStore(options.databaseUrl)
  const isThreadBusy = createBusyGauge()
  let functions: FunctionExecutor | null = null
  return runEngine({
    store: metrics ? measuredStore(store, metrics) : store,
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: createWakeUp({
      databaseUrl: options.databaseUrl,
      notify: options.notify ?? true,
      onError: (error) => log(`wake-ups: ${error.message}`),
    }),
    createExecutor: (events) =>
      createExecutor(
        {
          ...events,
          onOutcome(id, outcome) {
            metrics?.onOutcome(outcome)
            events.onOutcome(id, outcome)
          },
        },
        (counted) => {
          functions = createFunctionExecutor(
            {
              ...options.executor,
              functionsFolders: options.functionsFolders,
              monotonic: localClock.monotonic,
              log,
              ...(metrics && { onThreadLost: () => metrics.threadsLost.inc() }),
            },
            counted,
          )
          return {
            functions,
            requests: createHttpExecutor(options.http ?? { allow: [], secrets: noSecrets }, counted),
            scripts: createScriptExecutor({ log }, counted),
          }
        },
      ),
    host: hostname(),
    pid: process.pid,
    // Threads that do not keep up have no time for more, even if this one waits for them.
    isBusy: () => isThreadBusy() || (functions?.waiting ?? 0) > limits.engine.callsWaiting,
    ...(metrics && { onGivenRun: () => metrics.runsClaimed.inc() }),
    runsInMemory: options.runsInMemory ?? limits.engine.runsInMemory,
    log,
  })
}
