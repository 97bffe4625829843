import { localActor } from '#server/access/actor.ts'
import { unknownActor } from '#server/audit/entry.ts'
import { findDatabase } from '#server/db/find-database.ts'
import { createPool } from '#server/db/pool.ts'
import { createAccounts } from '#server/identity/create-accounts.ts'
import { eraseNow } from '#server/identity/members/erase-person.ts'
import { ApiError } from '../api-error.ts'
import { loadEnv } from '../env.ts'

/** `heddle admin erase-person <id> [--owner <owner>]`: whoever reaches the database may erase a person. */
const [personId, ownerId, ...more] = process.argv.slice(2)
if (personId === undefined || ownerId === undefined || more.length > 0)
  fail('Name one person by the id: heddle admin erase-person ana')
const env = loadEnv()
const pool = createPool(await findDatabase(env), 2)
try {
  const operator = { ...localActor, id: 'operator', name: 'Operator', roles: unknownActor.roles, ownerId }
  const { accountRemoved } = await eraseNow({ pool, accounts: createAccounts(pool) }, operator, personId)
  process.stdout.write(
    `${personId} is erased: the login is gone${accountRemoved ? ' with its account' : ''}. An engine removes the name from runs and tasks now; this goes on after a restart.\n`,
  )
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  fail(error.message)
} finally {
  await pool.end()
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
