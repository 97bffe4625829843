import { messageOf } from '#core/message-of.ts'
import { findDatabase } from '#server/db/find-database.ts'
import { moveOwner } from '#server/fleet/owner-move/move-owner.ts'
import { MoveRefused } from '#server/fleet/owner-move/move-refused.ts'
import { loadEnv } from '../env.ts'
import { refuse } from '../read-options.ts'

const usage = `Moves an owner with everything that belongs to it to another database, while no process runs on its own.

heddle owner move OWNER --to DATABASE_URL
  --to DATABASE_URL   the other database, as the role that owns its tables
`
const [verb, ownerId, option, to, ...more] = process.argv.slice(2)
if (verb === '--help' || verb === '-h') {
  process.stdout.write(usage)
  process.exit(0)
}
if (verb !== 'move' || !ownerId || option !== '--to' || !to || more.length > 0) refuse(usage)
if (!/^postgres(ql)?:\/\//.test(to))
  refuse('--to must be a PostgreSQL address such as postgresql://user:password@host:5432/heddle')
const env = loadEnv()
try {
  const { tables, rows, isContinued } = await moveOwner({ ownerId, from: await findDatabase(env), to })
  process.stdout.write(
    isContinued
      ? `${ownerId} had arrived before; ${rows} rows that were left behind are removed.\n`
      : `${ownerId} is moved: ${rows} rows of ${tables} tables, counted and compared. Its runs go on at the other database.\n`,
  )
} catch (error) {
  refuse(error instanceof MoveRefused ? error.message : `The owner was not moved: ${messageOf(error)}`)
}
