import type { Stores } from '../../stores.ts'
import { publicStatusColumn } from '../public-status.ts'
import { runNotFound } from '../run-not-found.ts'
import type { ChangeFeed } from './change-feed.ts'
import { createGate } from './gate.ts'

/** Nothing more happens by itself in these. */
const atRest = new Set(['waiting', 'paused', 'completed', 'failed', 'cancelled'])

/**
 * Waits until a run has ended or waits for a person, at most `waitMs`, and says
 * what it is then. The caller has established that the run is theirs.
 */
export async function awaitRun(
  { pool }: Stores,
  feed: ChangeFeed,
  runId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<{ readonly publicStatus: string }> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  const gate = createGate(ending)
  const unsubscribe = feed.follow(runId, gate.open)
  try {
    for (;;) {
      const { rows } = await pool.query<{ public_status: string }>(
        `select ${publicStatusColumn} as public_status from run_state s where s.run_id = $1`,
        [runId],
      )
      const publicStatus = rows[0]?.public_status
      if (publicStatus === undefined) throw runNotFound(runId)
      if (ending.aborted || waitMs === 0 || atRest.has(publicStatus)) return { publicStatus }
      await gate.passed()
    }
  } finally {
    unsubscribe()
  }
}
