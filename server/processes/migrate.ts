import { messageOf } from '#core/message-of.ts'
import { findDatabase } from '#server/db/find-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { RolesRefused } from '#server/db/roles/make-roles.ts'
import { prepareRoles } from '#server/db/roles/prepare-roles.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { readOptions, refuse } from '../read-options.ts'

const usage = `Brings the database to the schema of this version: before the first process of a new version starts.

heddle migrate
`
readOptions(usage, {})
const env = loadEnv()
const databaseUrl = await findDatabase(env)
const { line: log } = createLog('migrate')
try {
  const applied = await migrate(databaseUrl)
  log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'every migration is applied')
  if (env.auth) {
    await prepareRoles(databaseUrl)
    log('the roles of the database are in place')
  }
} catch (error) {
  refuse(error instanceof RolesRefused ? error.message : `The database cannot be migrated: ${messageOf(error)}`)
}
