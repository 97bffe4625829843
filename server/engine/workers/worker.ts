import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { environmentSource, noSecrets, type SecretSource } from '../../secrets.ts'
import { createFunctionExecutor } from '../executor/function-executor.ts'
import { createConnection } from '../store/connection/connection.ts'
import { localClock } from '../world/local-clock.ts'
import { createWakeUp } from '../world/wake-up.ts'
import { runWorker, type Worker, type WorkerSettings } from './run-worker.ts'
import { showWorker } from './show-worker.ts'
import { createWorkStore } from './work-store.ts'

export interface WorkerOptions extends WorkerSettings {
  readonly databaseUrl: string
  readonly functionsFolders: readonly string[]
  /** What `context.secret(name)` reads; none when left out. */
  readonly secrets?: SecretSource
  readonly notify?: boolean
  readonly hintsUrl?: string | undefined
  /** No function thread is started before there is something to call. */
  readonly isLazy?: boolean
}

/** A worker in the real world: on PostgreSQL, with functions in threads. */
export function startWorker({
  databaseUrl,
  functionsFolders,
  secrets = environmentSource(noSecrets),
  notify = true,
  hintsUrl,
  isLazy = false,
  ...settings
}: WorkerOptions): Worker {
  const { log } = settings
  const db = createConnection(databaseUrl, 'heddle worker')
  const wakeUp = createWakeUp({ databaseUrl, notify, hintsUrl, onError: (error) => log(`wake-ups: ${error.message}`) })
  const id = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const leave = showWorker({ ...settings, id, db, clock: localClock })
  const worker = runWorker({
    ...settings,
    id,
    store: createWorkStore(db),
    clock: localClock,
    wakeUp,
    createExecutor: (events) =>
      createFunctionExecutor({ functionsFolders, secrets, monotonic: localClock.monotonic, isLazy, log }, events),
  })
  return {
    id: worker.id,
    get load() {
      return worker.load
    },
    async stop() {
      await leave()
      await worker.stop()
      await Promise.all([wakeUp.close(), db.close()])
    },
  }
}
