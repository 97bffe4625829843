import type { Pool } from 'pg'
import type { Database } from './db/client.ts'

/** Both ways to the one database: Prisma for CRUD and reads, `pg` for lists and what must be said in SQL. */
export interface Stores {
  readonly database: Database
  readonly pool: Pool
}
