import { parseArgs } from 'node:util'
import { findDatabase } from '../../db/find-database.ts'
import { createPool } from '../../db/pool.ts'
import { loadEnv } from '../../env.ts'
import { wakeEngines } from '../pool-wake-up.ts'
import { scanForLostWork } from './scan.ts'
import { createWorkStore } from './work-store.ts'

/** `npm run scan [-- --dry-run]`: looks once for steps whose workers are gone, and says what it found. */
const env = loadEnv()
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const pool = createPool(await findDatabase(env), 1)
const { found, recovered, failed, durationMs, lines } = await scanForLostWork(createWorkStore(pool), {
  ...env.worker,
  dryRun: values['dry-run'],
})
const say = (line: string) => process.stdout.write(`${line}\n`)
for (const line of lines) say(line)
if (recovered + failed > 0 && !values['dry-run']) wakeEngines(pool)
const would = values['dry-run'] ? 'would ' : ''
const seconds = (durationMs / 1_000).toFixed(2)
say(`${found} lost: ${recovered} ${would}run again, ${failed} ${would}fail, in ${seconds} s`)
await pool.end()
