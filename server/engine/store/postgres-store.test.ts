import pg from 'pg'
import type { StoreUnderTest } from '#proof/testing/contract/store-bench.ts'
import { describeStore } from '#proof/testing/contract/store-contract.ts'
import { describeWork } from '#proof/testing/contract/work-contract.ts'
import { createTestDatabase } from '../../db/testing/test-database.ts'
import { forceRelease } from '../locks/release.ts'
import { createWorkStore } from '../workers/work-store.ts'
import { startEagerly } from './eager-start.ts'
import { createPostgresStore } from './postgres-store.ts'
import { findCommand, findReply, send } from './send.ts'
import { startRuns } from './start.ts'

const open = async (): Promise<StoreUnderTest> => {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const store = createPostgresStore(database.url)
  await pool.query(`insert into workflow (owner_id, name, latest_version) values ('local', 'Something', 1)`)
  return {
    store,
    work: createWorkStore(pool),
    start: async (runs) => (await startRuns(pool, runs)).filter((started) => started !== null),
    startEagerly: (run) => startEagerly(pool, run, null, 'latest'),
    send: (message) => send(pool, message),
    findCommand: (operationId) => findCommand(pool, operationId),
    findReply: (operationId) => findReply(pool, operationId),
    forceRelease: (lock) => forceRelease(pool, lock),
    async saveVariables(ownerId, variables) {
      await pool.query(
        `insert into variable (owner_id, name, value, updated_by) select $1, key, value, 'local' from json_each_text($2)`,
        [ownerId, JSON.stringify(variables)],
      )
    },
    async registeredEarlier({ id }) {
      await pool.query(`update engine set generation = '1/00000001' where id = $1`, [id])
    },
    async close() {
      await Promise.all([store.close(), pool.end()])
      await database.drop()
    },
  }
}

describeStore('PostgreSQL', open)
describeWork('PostgreSQL', open)
