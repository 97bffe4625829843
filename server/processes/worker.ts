import { findDatabase } from '#server/db/find-database.ts'
import { redactAll } from '#server/engine/executor/secrets/owner-redactor.ts'
import { startWorker } from '#server/engine/workers/worker.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { readOptions } from '../read-options.ts'
import { openSecretSource } from '../secrets/open-secret-source.ts'
import { unusableSecrets } from '../secrets.ts'
import { databaseFor } from './database-for.ts'
import { beginLifetime } from './lifetime.ts'
import { tellSupervisor } from './messages.ts'

const usage = `One more process that runs ASYNC steps.

npm run worker -- [--queue NAME …]
  --queue NAME   which queue it serves, once for each (default)
`
const { queue: queues = ['default'] } = readOptions(usage, { queue: { type: 'string', multiple: true } })
const env = loadEnv()
const databaseUrl = databaseFor({ auth: env.auth, databaseUrl: await findDatabase(env) }, 'engine')
const { member, onStop } = await beginLifetime('worker', { env, databaseUrl, log: createLog('worker').line })
const secrets = openSecretSource({ databaseUrl, env, log: (line) => log(line) })
const { line: log } = createLog('worker', { redact: redactAll(secrets) })
const worker = startWorker({
  databaseUrl,
  functionsFolders: env.functionsFolders,
  secrets,
  queues,
  tasks: env.worker.tasks,
  heartbeatMs: env.worker.heartbeatMs,
  notify: env.notify,
  hintsUrl: env.hintsUrl,
  log,
})
const unusable = unusableSecrets(env.secrets)
if (unusable) log(unusable)
log(`worker ${worker.id} serves ${queues.join(', ')}   (Ctrl-C ends it)`)

onStop(async () => {
  await worker.stop()
  await secrets.close()
})
member.up()
tellSupervisor({ type: 'ready' })
