import { parseArgs } from 'node:util'
import { findDatabase } from '../../db/find-database.ts'
import { loadEnv } from '../../env.ts'
import { startWorker } from './worker.ts'

/** `npm run worker [-- --queue Q …]`: one more process that runs ASYNC steps, of the default queue unless told which. */
const env = loadEnv()
const { values } = parseArgs({ options: { queue: { type: 'string', multiple: true } } })
const queues = values.queue ?? ['default']
const databaseUrl = await findDatabase(env)
const log = (line: string) => process.stdout.write(`${line}\n`)
const worker = startWorker({
  databaseUrl,
  functionsFolders: env.functionsFolders,
  queues,
  tasks: env.worker.tasks,
  heartbeatMs: env.worker.heartbeatMs,
  notify: env.notify,
  log,
})
log(`worker ${worker.id} serves ${queues.join(', ')}   (Ctrl-C ends it)`)

const stop = () => {
  worker.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
