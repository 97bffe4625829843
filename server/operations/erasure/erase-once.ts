import { createPool } from '../../db/pool.ts'
import { eraseBatch } from './erase-names.ts'

/** All batches of erasures as a process, for tests that kill it. */
const pool = createPool(process.env.DATABASE_URL ?? '', 2)
while ((await eraseBatch(pool)) === 'worked');
await pool.end()
process.disconnect()
