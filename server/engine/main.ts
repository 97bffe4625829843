import { stopWithSupervisor, tellSupervisor } from '../boot/messages.ts'
import { loadEnv } from '../env.ts'
import { startBackground } from '../operations/background.ts'
import { startEngine } from './engine.ts'
import { createEngineMetrics } from './telemetry/engine-metrics.ts'
import { startWorker } from './workers/worker.ts'

/** The engine process: started by the supervisor, or alone with DATABASE_URL set. */
const env = loadEnv()
if (!env.databaseUrl) {
  process.stderr.write('The engine needs DATABASE_URL; `npm start` sets it.\n')
  process.exit(1)
}
const metrics = createEngineMetrics()
const log = (line: string) => console.log(line)
const engine = await startEngine({
  databaseUrl: env.databaseUrl,
  functionsFolders: env.functionsFolders,
  notify: env.notify,
  http: { allow: env.httpAllow, secrets: env.secrets },
  log,
  metrics,
})
const worker = env.worker.builtIn
  ? startWorker({
      databaseUrl: env.databaseUrl,
      functionsFolders: env.functionsFolders,
      queues: ['default'],
      tasks: env.worker.tasks,
      heartbeatMs: env.worker.heartbeatMs,
      notify: env.notify,
      log,
    })
  : null
const background = startBackground({ env, databaseUrl: env.databaseUrl, engine, metrics, log })
stopWithSupervisor(async () => {
  // First the worker: what it gives back, the engine may still tell its run.
  await worker?.stop()
  await Promise.all([background.stop(), engine.stop()])
})
tellSupervisor({ type: 'ready' })
