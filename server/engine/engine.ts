import { hostname } from 'node:os'
import { limits } from '#core/limits.ts'
import type { RunState } from '#core/run/state.ts'
import type { RunBudget } from '#server/run-budget.ts'
import { createGenerations } from '../db/generations.ts'
import { environmentSource, noSecrets, type SecretSource } from '../secrets.ts'
import type { DescendantsBound } from './commit/descendants.ts'
import { boundedPerOwner, type StepsAtOnce } from './executor/bounded-per-owner.ts'
import { createCodeRunner } from './executor/code/code-runner.ts'
import { createExecutor } from './executor/create-executor.ts'
import type { FunctionExecutor, FunctionExecutorOptions } from './executor/function-executor.ts'
import { createHttpExecutor, type HttpExecutorOptions } from './executor/http/http-executor.ts'
import { type PreparedFunctions, prepareFunctions } from './executor/prepare-functions.ts'
import { createScriptExecutor } from './executor/script/script-executor.ts'
import type { ExampleServers } from './executor/services/example-servers.ts'
import { createServiceExecutor } from './executor/services/service-executor.ts'
import type { Store } from './ports.ts'
import { type Engine, runEngine } from './run-engine.ts'
import { createPostgresStore } from './store/postgres-store.ts'
import type { EngineMetrics } from './telemetry/engine-metrics.ts'
import { measuredStore } from './telemetry/measured-store.ts'
import { tuning } from './tuning.ts'
import { createBusyGauge, createBusyShare } from './world/busy-gauge.ts'
import { createDatabaseClock } from './world/clock.ts'
import { ids } from './world/ids.ts'
import { localClock } from './world/local-clock.ts'
import { createWakeUp } from './world/wake-up.ts'

export type { Engine } from './run-engine.ts'

export interface EngineOptions {
  readonly databaseUrl: string
  /** The process, as other processes name it; none when absent. */
  readonly processId?: string | undefined
  /** Folders of step functions, searched in this order. */
  readonly functionsFolders: readonly string[]
  /** False: NOTIFY is neither sent nor heard; the engine only polls. */
  readonly notify?: boolean
  /** The Redis or Valkey that carries hints instead of NOTIFY. */
  readonly hintsUrl?: string | undefined
  readonly log?: (line: string) => void
  /** Function threads that are up already; started here when absent. */
  readonly functions?: PreparedFunctions | undefined
  /** Number of function threads, and how long they may be silent; without effect on `functions` that are up already. */
  readonly executor?: Pick<FunctionExecutorOptions, 'threads' | 'blockedMs'>
  /** Number of threads that run the code of workflows; started with the first of them. */
  readonly code?: { readonly threads?: number }
  /** Hosts that requests may reach wherever they are; none when left out. */
  readonly http?: Omit<HttpExecutorOptions, 'secrets'>
  /** Example servers of local mode; none when left out. */
  readonly examples?: ExampleServers | undefined
  /** HTTP steps and scripts of one owner at once; as `core/limits.ts` says when absent. */
  readonly stepsAtOnce?: StepsAtOnce
  /** Secrets for requests and functions; none when left out. */
  readonly secrets?: SecretSource
  /** Most runs that the engine holds at once. */
  readonly runsInMemory?: number
  /** Spans of runs are exported. */
  readonly hasTraces?: boolean
  /** Bounds of how many runs execute at once, in the whole installation; none when absent. */
  readonly budget?: RunBudget | undefined
  /** Runs that may descend from one; as `core/limits.ts` says when absent. */
  readonly descendants?: DescendantsBound
  /** Stands in for the store on PostgreSQL. */
  readonly store?: Store
  /** A run waits or has ended; its history is this many characters long. */
  readonly onSettled?: (state: RunState, characters: number) => void
  /** Metrics of the engine; nothing is counted when absent. */
  readonly metrics?: EngineMetrics
}

/** Starts an engine in this process, on PostgreSQL and with users' functions in threads. */
export function startEngine(options: EngineOptions): Promise<Engine> {
  const log = options.log ?? (() => undefined)
  const { metrics, secrets = environmentSource(noSecrets), stepsAtOnce = limits.stepsAtOnce } = options
  const generations = createGenerations()
  const store =
    options.store ??
    createPostgresStore(options.databaseUrl, { generations, budget: options.budget, processId: options.processId })
  const isThreadBusy = createBusyGauge()
  let functions: FunctionExecutor | null = null
  const counted = metrics ? measuredStore(store, metrics) : store
  return runEngine({
    store: counted,
    code: createCodeRunner(counted, localClock.after, options.code),
    clock: createDatabaseClock(localClock),
    ids,
    wakeUp: createWakeUp({
      databaseUrl: options.databaseUrl,
      notify: options.notify ?? true,
      hintsUrl: options.hintsUrl,
      generations,
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
          const prepared =
            options.functions ??
            prepareFunctions({ ...options.executor, functionsFolders: options.functionsFolders, log })
          functions = prepared(counted, () => metrics?.threadsLost.inc(), secrets)
          return {
            functions,
            requests: boundedPerOwner(stepsAtOnce.requests, counted, (events) =>
              createHttpExecutor({ allow: [], ...options.http, secrets, log }, events),
            ),
            services: boundedPerOwner(stepsAtOnce.requests, counted, (events) =>
              createServiceExecutor(
                { allow: [], ...options.http, secrets, examples: options.examples, readFile: store.readFile, log },
                events,
              ),
            ),
            scripts: boundedPerOwner(stepsAtOnce.scripts, counted, (events) => createScriptExecutor({ log }, events)),
          }
        },
      ),
    host: hostname(),
    pid: process.pid,
    // The engine counts as busy when the function threads do not keep up, even if its own thread waits for them.
    isBusy: () => isThreadBusy() || (functions?.waiting ?? 0) > tuning.callsWaiting,
    busyShare: createBusyShare(),
    ...(metrics && { onEagerRun: () => metrics.runsClaimed.inc() }),
    ...(options.onSettled && { onSettled: options.onSettled }),
    descendants: options.descendants,
    runsInMemory: options.runsInMemory ?? tuning.runsInMemory,
    hasTraces: options.hasTraces,
    log,
  })
}
