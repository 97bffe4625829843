import { findDatabase } from '#server/db/find-database.ts'
import { createPool } from '#server/db/pool.ts'
import { makeResetLink } from '#server/identity/reset-password.ts'
import { ApiError } from '../api-error.ts'
import { loadEnv } from '../env.ts'

/** `heddle admin reset-link <e-mail>`: whoever reaches the database may let an account set a new password. */
const [email, ...more] = process.argv.slice(2)
if (email === undefined || more.length > 0) fail('Name one mail address: heddle admin reset-link ana@example.com')
const env = loadEnv()
if (!env.auth) fail('Heddle runs without login here (HEDDLE_AUTH=off): there are no passwords to set.')
const pool = createPool(await findDatabase(env), 1)
try {
  const link = await makeResetLink(pool, env.address, email)
  if (link === null) fail(`There is no account with the mail address ${email}.`)
  process.stdout.write(`Open ${link} within an hour to set a new password. It is good once.\n`)
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
