import type { Pool } from 'pg'
import type { Database } from './db/client.ts'
import { createEngineClient, type EngineClient } from './engine/requests/engine-client.ts'

/**
 * The clients of operations: Prisma for CRUD and reads, `pg` for lists and hand-written SQL of the same database, and the
 * client of the engines.
 */
export interface Stores {
  readonly database: Database
  readonly pool: Pool
  readonly engine: EngineClient
}

/** The stores over a pool and a database client, with an engine client of their own. */
export function createStores(pool: Pool, database: Database): Stores {
  return { pool, database, engine: createEngineClient(pool) }
}
