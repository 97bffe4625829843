import { flushCompileCache } from 'node:module'
import { type PreparedFunctions, prepareFunctions } from '#server/engine/executor/prepare-functions.ts'
import { warmUp } from '#server/engine/warm-up.ts'
import { startEngineProcess } from '#server/operations/engine-process.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { mayBegin, stopWithSupervisor, tellSupervisor } from './messages.ts'

/** The engine process: started by the supervisor, or alone with DATABASE_URL set. */
const { line: log } = createLog('engine')
let functions: PreparedFunctions | undefined
await mayBegin(async (noTime) => {
  const { functionsFolders } = loadEnv()
  functions = prepareFunctions({ functionsFolders, log })
  // The warm-up is optional.
  await warmUp(noTime).catch((error: unknown) => log(`the warm-up broke off: ${String(error)}`))
})
const env = loadEnv()
if (!env.databaseUrl) {
  process.stderr.write('The engine needs DATABASE_URL; `npm start` sets it.\n')
  process.exit(1)
}
const { stop } = await startEngineProcess({ env, databaseUrl: env.databaseUrl, functions, log })
stopWithSupervisor(stop)
tellSupervisor({ type: 'ready' })
// The compile cache serves the standby, and the successor of a killed process.
flushCompileCache()
