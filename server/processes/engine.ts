import { flushCompileCache } from 'node:module'
import { type PreparedFunctions, prepareFunctions } from '#server/engine/executor/prepare-functions.ts'
import { warmUp } from '#server/engine/warm-up.ts'
import { startEngineProcess } from '#server/operations/engine-process.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { databaseFor } from './database-for.ts'
import { beginLifetime, orRefuse } from './lifetime.ts'
import { mayBegin, tellSupervisor } from './messages.ts'

/** The engine process: started by the supervisor, or alone by `heddle engine`. */
const { line: log } = createLog('engine')
let functions: PreparedFunctions | undefined
await mayBegin(async (noTime) => {
  const { functionsFolders } = loadEnv()
  functions = prepareFunctions({ functionsFolders, log })
  // The warm-up is optional.
  await warmUp(noTime).catch((error: unknown) => log(`the warm-up broke off: ${String(error)}`))
})
const env = loadEnv()
const databaseUrl = orRefuse(() => databaseFor(env, 'engine'))
const { member, onStop } = await beginLifetime('engine', { env, databaseUrl, log })
const engine = await startEngineProcess({ env, databaseUrl, functions, processId: member.facts.id, log })
onStop(engine.stop)
member.up({ reasons: engine.troubles })
tellSupervisor({ type: 'ready' })
// The compile cache serves the standby, and the successor of a killed process.
flushCompileCache()
