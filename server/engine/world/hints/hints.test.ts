import { hintsContract } from '#proof/testing/contract/hints-contract.ts'
import { createPool } from '../../../db/pool.ts'
import { createTestDatabase } from '../../../db/testing/test-database.ts'
import { createHints } from '../../requests/hints.ts'
import { createWakeUp } from '../wake-up.ts'

const open = (notify: boolean) => async () => {
  const database = await createTestDatabase()
  const pool = createPool(database.url, 2)
  return {
    wakeUp: () => createWakeUp({ databaseUrl: database.url, notify }),
    hints: () => createHints(pool),
    interrupt: async () => {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'heddle wake-up' and datname = current_database()`,
      )
    },
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

hintsContract('NOTIFY', true, open(true))
hintsContract('nothing', false, open(false))
