import type { PublicStatus } from '#core/run/statuses.ts'
import type { Stores } from '../../stores.ts'
import { publicStatusColumn } from '../public-status.ts'
import { runNotFound } from '../run-not-found.ts'
import type { ChangeFeed } from './change-feed.ts'

/**
 * Waits until a run has ended or waits for a person, at most `waitMs` milliseconds, and returns its public status then.
 * The caller has checked the access to the run. Throws `NOT_FOUND`.
 */
export async function awaitRun(
  { pool }: Stores,
  feed: ChangeFeed,
  runId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<{ readonly publicStatus: PublicStatus }> {
  if (waitMs > 0) {
    const settled = await feed.settled(runId, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))
    if (settled !== null) return settled
  }
  const { rows } = await pool.query<{ public_status: PublicStatus }>(
    `select ${publicStatusColumn} as public_status from run_state s where s.run_id = $1`,
    [runId],
  )
  const publicStatus = rows[0]?.public_status
  if (publicStatus === undefined) throw runNotFound(runId)
  return { publicStatus }
}
