import pg from 'pg'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import { describeStore } from '../testing/store-contract.ts'
import { createPostgresStore } from './postgres-store.ts'
import { findReply, send } from './send.ts'
import { startRuns } from './start.ts'

describeStore('PostgreSQL', async () => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const store = createPostgresStore(database.url)
  return {
    store,
    start: async (runs) => (await startRuns(pool, runs)).filter((started) => started !== null),
    send: (message) => send(pool, message),
    findReply: (operationId) => findReply(pool, operationId),
    async close() {
      await Promise.all([store.close(), pool.end()])
      await database.drop()
    },
  }
})
