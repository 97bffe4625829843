import { findDatabase } from '#server/db/find-database.ts'
import { createPool } from '#server/db/pool.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import { MasterKeyError } from '#server/secrets/master-key.ts'
import { dropPreviousKey, forgetDataKeys, renewKeyFile, rewrapDataKeys } from '#server/secrets/rotate-master-key.ts'
import { loadEnv } from '../env.ts'

const usage = `Replaces the master key of stored secrets, while Heddle runs.

npm run master-key -- rotate   wraps the keys of all owners anew; the previous master key stays in force
npm run master-key -- forget   removes secrets whose master key is lost

In local mode rotate makes the new key, and removes the previous one when it is called a day later. With
HEDDLE_MASTER_KEY or HEDDLE_MASTER_KEY_FILE, first give all processes the new key, and the present one as
HEDDLE_MASTER_KEY_PREVIOUS or HEDDLE_MASTER_KEY_PREVIOUS_FILE.
`
const [verb, ...more] = process.argv.slice(2)
if ((verb !== 'rotate' && verb !== 'forget') || more.length > 0) {
  process.stderr.write(usage)
  process.exit(verb === '--help' ? 0 : 1)
}
const say = (line: string) => process.stdout.write(`${line}\n`)
const env = loadEnv()
const pool = createPool(await findDatabase(env), 2)
const ring = openKeyRing(env.masterKey)
try {
  if (verb === 'rotate') {
    // A data key that was wrapped late by the key before moves on before that key goes.
    await rewrapDataKeys(pool, ring)
    if (await dropPreviousKey(env.masterKey, Date.now())) say('The previous master key is removed.')
    else await renewKeyFile(env.masterKey, Date.now())
  }
  const { rewrapped, lost } = await rewrapDataKeys(pool, ring)
  if (verb === 'rotate') say(`${rewrapped} data keys wrapped anew.`)
  if (verb === 'forget') {
    const names = await forgetDataKeys(pool, lost)
    say(`${names.length} secrets removed${names.length > 0 ? `: ${names.join(', ')}` : '.'}`)
  } else if (lost.length > 0) {
    say(`${lost.length} data keys are wrapped by a master key that is not in force: put it back, or forget them.`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof MasterKeyError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await pool.end()
}
