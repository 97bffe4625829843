import type { Pool } from 'pg'
import { createOperationsPool } from '../operations-pool.ts'

/**
 * A connection for maintaining the index of runs. It reads few rows of large tables by their indexes, regardless of the
 * planner's estimates for tables that were never analysed. Its plans are made once, maybe while those tables are still
 * empty.
 */
export function createIndexPool(databaseUrl: string): Pool {
  return createOperationsPool(
    databaseUrl,
    {
      purpose: 'background',
      connections: 1,
      answerWithinMs: 60_000,
      settings: ['enable_seqscan=off', 'enable_bitmapscan=off', 'plan_cache_mode=force_generic_plan', 'jit=off'],
    },
    () => undefined,
  )
}
