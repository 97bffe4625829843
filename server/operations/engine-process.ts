import { type EngineOptions, startEngine } from '../engine/engine.ts'
import type { PreparedFunctions } from '../engine/executor/prepare-functions.ts'
import { redactAll } from '../engine/executor/secrets/owner-redactor.ts'
import type { Engine } from '../engine/run-engine.ts'
import { createEngineMetrics } from '../engine/telemetry/engine-metrics.ts'
import { startWorker } from '../engine/workers/worker.ts'
import type { Env } from '../env.ts'
import { createExampleServers } from '../example-servers/example-servers.ts'
import { openSecretSource } from '../secrets/open-secret-source.ts'
import { unusableSecrets } from '../secrets.ts'
import { startBackground } from './background.ts'
import { startSettledRunIndex } from './search/index-settled-runs.ts'

export interface EngineProcessOptions {
  readonly env: Env
  readonly databaseUrl: string
  readonly log: (line: string) => void
  /** By this id the lease of the process can be ended from outside. */
  readonly processId?: string | undefined
  /** Function threads that have started already. */
  readonly functions?: PreparedFunctions | undefined
  /** Replaces `startEngine`. */
  readonly start?: (options: EngineOptions) => Promise<Engine>
}

export interface EngineProcess {
  /** What keeps the engine from its work, as sentences; none when it is registered. */
  readonly troubles: () => readonly string[]
  readonly stop: () => Promise<void>
}

/** The contents of an engine process: the engine, its worker, and the background work. */
export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const { env, databaseUrl, functions, processId, start = startEngine } = options
  const secrets = openSecretSource({ databaseUrl, env, log: options.log })
  const redact = redactAll(secrets)
  const log = (line: string) => options.log(redact(line))
  const unusable = unusableSecrets(env.secrets)
  if (unusable) log(unusable)
  const examples = env.auth ? undefined : createExampleServers({ databaseUrl, dataDir: env.dataDir, log })
  const metrics = createEngineMetrics()
  const settledRunIndex = startSettledRunIndex(databaseUrl, log)
  const engine = await start({
    databaseUrl,
    processId,
    functionsFolders: env.functionsFolders,
    functions,
    notify: env.notify,
    hintsUrl: env.hintsUrl,
    http: { allow: env.httpAllow },
    examples,
    budget: env.budget,
    stepsAtOnce: env.stepsAtOnce,
    hasTraces: env.traces !== undefined,
    secrets,
    onSettled: settledRunIndex.onSettled,
    log,
    metrics,
  })
  const worker = env.worker.builtIn
    ? startWorker({
        databaseUrl,
        functionsFolders: env.functionsFolders,
        secrets,
        queues: ['default'],
        tasks: env.worker.tasks,
        heartbeatMs: env.worker.heartbeatMs,
        notify: env.notify,
        hintsUrl: env.hintsUrl,
        // Most engines' workers never get a task, so the worker starts its threads on demand.
        isLazy: true,
        log,
      })
    : null
  const background = startBackground({ env, databaseUrl, engine, metrics, secrets, log })
  return {
    troubles: () => (engine.isRegistered ? [] : ['The engine has lost its lease, and registers again.']),
    async stop() {
      // The worker stops first: the engine can still record in its run what the worker gives back.
      await worker?.stop()
      if (env.drainMs > 0) await engine.drain(env.drainMs)
      await Promise.all([background.stop(), engine.stop()])
      await settledRunIndex.stop()
      await examples?.close()
      await secrets.close()
    },
  }
}
