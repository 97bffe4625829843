import { type EngineOptions, startEngine } from '../engine/engine.ts'
import type { PreparedFunctions } from '../engine/executor/prepare-functions.ts'
import { createRedactor } from '../engine/executor/secrets/redactor.ts'
import type { Engine } from '../engine/run-engine.ts'
import { createEngineMetrics } from '../engine/telemetry/engine-metrics.ts'
import { startWorker } from '../engine/workers/worker.ts'
import type { Env } from '../env.ts'
import { unusableSecrets } from '../secrets.ts'
import { startBackground } from './background.ts'
import { startRestedRuns } from './search/rested-runs.ts'

export interface EngineProcessOptions {
  readonly env: Env
  readonly databaseUrl: string
  readonly log: (line: string) => void
  /** Function threads that are up already. */
  readonly functions?: PreparedFunctions | undefined
  /** Stands in for an engine as it is. */
  readonly start?: (options: EngineOptions) => Promise<Engine>
}

/** All that an engine's process runs: the engine, its worker, and the work in the background. */
export async function startEngineProcess(options: EngineProcessOptions): Promise<{ stop(): Promise<void> }> {
  const { env, databaseUrl, functions, start = startEngine } = options
  const redactor = createRedactor(env.secrets)
  const log = (line: string) => options.log(redactor.text(line))
  const unusable = unusableSecrets(env.secrets)
  if (unusable) log(unusable)
  const metrics = createEngineMetrics()
  const rested = startRestedRuns(databaseUrl, log)
  const engine = await start({
    databaseUrl,
    functionsFolders: env.functionsFolders,
    functions,
    notify: env.notify,
    http: { allow: env.httpAllow },
    secrets: env.secrets,
    onRest: rested.onRest,
    log,
    metrics,
  })
  const worker = env.worker.builtIn
    ? startWorker({
        databaseUrl,
        functionsFolders: env.functionsFolders,
        secrets: env.secrets,
        queues: ['default'],
        tasks: env.worker.tasks,
        heartbeatMs: env.worker.heartbeatMs,
        notify: env.notify,
        // Most engines have a worker that nobody gives anything to do.
        isLazy: true,
        log,
      })
    : null
  const background = startBackground({ env, databaseUrl, engine, metrics, log })
  return {
    async stop() {
      // First the worker: what it gives back, the engine may still tell its run.
      await worker?.stop()
      await Promise.all([background.stop(), engine.stop()])
      await rested.stop()
    },
  }
}
