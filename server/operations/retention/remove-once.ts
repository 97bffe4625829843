import { createPool } from '../../db/pool.ts'
import { removeOld } from './retention.ts'

/** One pass of the retention as a process, for tests that kill it. It removes runs that ended more than a day ago, and old rows of the audit. */
const pool = createPool(process.env.DATABASE_URL ?? '', 2)
const onRemoved = () => undefined
await removeOld(
  { pool, olderThanDays: 1, auditDays: 40, exportTo: null, onRemoved, log: onRemoved },
  new AbortController().signal,
)
await pool.end()
process.disconnect()
