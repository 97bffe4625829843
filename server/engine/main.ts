import { flushCompileCache } from 'node:module'
import { mayBegin, stopWithSupervisor, tellSupervisor } from '../boot/messages.ts'
import { loadEnv } from '../env.ts'
import { startEngineProcess } from '../operations/engine-process.ts'

/** The engine process: started by the supervisor, or alone with DATABASE_URL set. */
await mayBegin()
const env = loadEnv()
if (!env.databaseUrl) {
  process.stderr.write('The engine needs DATABASE_URL; `npm start` sets it.\n')
  process.exit(1)
}
const { stop } = await startEngineProcess({ env, databaseUrl: env.databaseUrl, log: (line) => console.log(line) })
stopWithSupervisor(stop)
tellSupervisor({ type: 'ready' })
// For the one that stands by, and for whoever comes after one that was killed.
flushCompileCache()
