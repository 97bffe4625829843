import type { Pool } from 'pg'
import { createOperationsPool } from '../operations-pool.ts'

/**
 * A connection by which the index of runs is kept. It reads few rows of large tables, by their indexes, whatever the
 * planner believes of one that was never analysed; and its plans are made once, maybe while those tables are still empty.
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
