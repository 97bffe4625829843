import { messageOf } from '#core/message-of.ts'
import { findDatabase } from '#server/db/find-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { RolesRefused } from '#server/db/roles/make-roles.ts'
import { prepareRoles } from '#server/db/roles/prepare-roles.ts'
import { FinaliseRefused, finaliseDatabase } from '#server/fleet/finalise.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { readOptions, refuse } from '../read-options.ts'

const usage = `Brings the database to the schema of this version: before the first process of a new version starts.
Processes of the version before go on, and may be started again until it is finalised.

heddle migrate [--finalise]
  --finalise   when all processes have this version: lets them write what is new, and takes away what only the version before used
`
const { finalise: isFinal = false } = readOptions(usage, { finalise: { type: 'boolean' } })
const env = loadEnv()
const databaseUrl = await findDatabase(env)
const { line: log } = createLog('migrate')
try {
  tell(await migrate(databaseUrl, 'expand'))
  if (isFinal) {
    log(
      (await finaliseDatabase(databaseUrl)) === 'raised'
        ? 'finalised for this version'
        : 'was finalised for this version',
    )
    tell(await migrate(databaseUrl))
  }
  if (env.auth) {
    await prepareRoles(databaseUrl)
    log('the roles of the database are in place')
  }
} catch (error) {
  refuse(
    error instanceof RolesRefused || error instanceof FinaliseRefused
      ? error.message
      : `The database cannot be migrated: ${messageOf(error)}`,
  )
}

function tell(applied: readonly string[]): void {
  log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'every migration is applied')
}
