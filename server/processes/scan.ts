import { findDatabase } from '#server/db/find-database.ts'
import { createPool } from '#server/db/pool.ts'
import { createRedactor } from '#server/engine/executor/secrets/redactor.ts'
import { createHints } from '#server/engine/requests/hints.ts'
import { scanForLostWork } from '#server/engine/workers/scan.ts'
import { createWorkStore } from '#server/engine/workers/work-store.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { readOptions } from '../read-options.ts'

const usage = `Looks once for steps whose workers are lost, retries or fails them, and prints what it found.\n\nnpm run scan -- [--dry-run]\n  --dry-run      prints what it would do, without doing it\n`
const values = readOptions(usage, { 'dry-run': { type: 'boolean', default: false } })
const env = loadEnv()
const pool = createPool(await findDatabase(env), 1)
const { found, recovered, failed, durationMs, lines } = await scanForLostWork(createWorkStore(pool), {
  ...env.worker,
  dryRun: values['dry-run'],
})
const { line: say } = createLog('scan', { redact: createRedactor(env.secrets).text })
for (const line of lines) say(line)
if (recovered + failed > 0 && !values['dry-run']) createHints(pool).wakeEngines()
const would = values['dry-run'] ? 'would ' : ''
const seconds = (durationMs / 1_000).toFixed(2)
say(`${found} lost: ${recovered} ${would}run again, ${failed} ${would}fail, in ${seconds} s`)
await pool.end()
