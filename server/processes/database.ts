import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { loadEnv } from '../env.ts'
import { stopWithSupervisor, tellSupervisor } from './messages.ts'

/**
 * The process of the embedded PostgreSQL. It starts or takes over the server, holds the lock on the data directory for
 * its lifetime, and stops the server when the supervisor ends. Arguments: the preferred port.
 */
const DATA_DIRECTORY_LOCK = 48_151_624
/** The wait for the lock: a Heddle that was just killed needs a moment to release it. */
const LOCK_WITHIN_MS = 3_000

const env = loadEnv()
const server = await startEmbeddedServer({ dataDir: env.dataDir, port: Number(process.argv[2] ?? 0) })

const lock = new pg.Client({ connectionString: server.url, keepAlive: true, application_name: 'heddle-lock' })
lock.on('error', () => undefined)
await lock.connect()

if (await locked()) {
  stopWithSupervisor(() => server.stop())
  void server.ended.then(() => process.exit(1))
  tellSupervisor({
    type: 'ready',
    databaseUrl: server.url,
    ...(server.reused && { note: 'took over the PostgreSQL that was left running' }),
  })
} else {
  tellSupervisor({
    type: 'refused',
    sentence: `Heddle is already running on the data directory ${env.dataDir}. Stop it first, or set HEDDLE_DATA_DIR to another folder.`,
  })
  await lock.end()
  process.disconnect()
}

async function locked(): Promise<boolean> {
  const deadline = performance.now() + LOCK_WITHIN_MS
  for (;;) {
    const { rows } = await lock.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      DATA_DIRECTORY_LOCK,
    ])
    if (rows[0]?.held) return true
    if (performance.now() > deadline) return false
    await pause(100)
  }
}
