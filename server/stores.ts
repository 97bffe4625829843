import type { Pool } from 'pg'
import type { Database } from './db/client.ts'

/** The two clients of the one database: Prisma for CRUD and reads, `pg` for lists and hand-written SQL. */
export interface Stores {
  readonly database: Database
  readonly pool: Pool
}
