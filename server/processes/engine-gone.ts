import pg from 'pg'
import { limits } from '#core/limits.ts'
import { endLeaseOf } from '#server/engine/expire-lease.ts'
import { loadEnv } from '../env.ts'
import { readOptions, refuse } from '../read-options.ts'
import { databaseFor } from './database-for.ts'
import { orRefuse } from './lifetime.ts'

const usage = `Ends the lease of an engine process that is gone, so that other engines take its runs at once.

heddle engine --gone ID
  --gone ID   its HEDDLE_PROCESS_ID, or the id that it printed at its start
`
const { gone } = readOptions(usage, { gone: { type: 'string' } })
if (!gone) refuse('Name the process: heddle engine --gone ID')
const env = loadEnv()
const client = new pg.Client({
  connectionString: orRefuse(() => databaseFor(env, 'engine')),
  connectionTimeoutMillis: limits.database.connectMs,
  query_timeout: limits.database.requestAnswerMs,
})
client.on('error', () => undefined)
try {
  await client.connect()
  const ended = await endLeaseOf(client, gone)
  process.stdout.write(
    ended > 0 ? `The lease of ${gone} has ended.\n` : `${gone} has no lease: it stopped in order, or never was.\n`,
  )
} catch (error) {
  refuse(`The lease of ${gone} is left to expire: ${(error as Error).message}`)
} finally {
  await client.end()
}
