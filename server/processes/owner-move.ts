import { messageOf } from '#core/message-of.ts'
import { findDatabase } from '#server/db/find-database.ts'
import { moveOwner, stayOwner } from '#server/fleet/owner-move/move-owner.ts'
import { MoveRefused, MoveUnfinished } from '#server/fleet/owner-move/move-refused.ts'
import { loadEnv } from '../env.ts'
import { refuse } from '../read-options.ts'

const usage = `Moves an owner with everything that belongs to it to another database, while no process runs on its own.

heddle owner move OWNER --to DATABASE_URL
heddle owner stay OWNER --to DATABASE_URL   gives up a move that broke off before anything arrived
  --to DATABASE_URL   the other database, as the role that owns its tables
`
const [verb, ownerId, option, to, ...more] = process.argv.slice(2)
if (verb === '--help' || verb === '-h') {
  process.stdout.write(usage)
  process.exit(0)
}
if ((verb !== 'move' && verb !== 'stay') || !ownerId || option !== '--to' || !to || more.length > 0) refuse(usage)
if (!/^postgres(ql)?:\/\//.test(to))
  refuse('--to must be a PostgreSQL address such as postgresql://user:password@host:5432/heddle')
const env = loadEnv()
try {
  const from = await findDatabase(env)
  if (verb === 'stay') {
    await stayOwner({ ownerId, from, to })
    process.stdout.write(`${ownerId} stays. Processes may start again.\n`)
  } else {
    const { tables, rows, isContinued } = await moveOwner({ ownerId, from, to })
    process.stdout.write(
      isContinued
        ? `${ownerId} had arrived before; ${rows} rows that were left behind are removed.\n`
        : `${ownerId} is moved: ${rows} rows of ${tables} tables, counted and compared. Its runs go on at the other database.\n`,
    )
  }
} catch (error) {
  if (error instanceof MoveRefused || error instanceof MoveUnfinished) refuse(error.message)
  refuse(`The owner ${verb === 'stay' ? 'does not stay yet' : 'was not moved'}: ${messageOf(error)}`)
}
