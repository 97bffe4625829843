import { createHints } from '../engine/requests/hints.ts'
import type { Env } from '../env.ts'
import { countActive } from '../limits/count-active.ts'
import { countBytes } from '../limits/count-bytes.ts'
import { createOwnerQuota } from '../limits/owner-quota.ts'
import { startTriggers } from '../triggers/firing/start-triggers.ts'
import { triggerTuning } from '../triggers/tuning.ts'
import { createOperationsPool } from './operations-pool.ts'

/** The timer of schedules with a pool of its own: runs start at their instants whatever the other background work does. */
export function startTriggerTimer(
  env: Pick<Env, 'auth' | 'hintsUrl' | 'quota'>,
  databaseUrl: string,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  const pool = createOperationsPool(
    databaseUrl,
    { purpose: 'background', connections: triggerTuning.connections, answerWithinMs: triggerTuning.answerWithinMs },
    (error) => log(`triggers: ${error.message}`),
  )
  const quota = env.auth
    ? createOwnerQuota({
        bounds: env.quota,
        countActive: (ownerId, most) => countActive(pool, ownerId, most),
        countBytes: (ownerId) => countBytes(pool, ownerId),
        monotonic: () => performance.now(),
      })
    : undefined
  const triggers = startTriggers({ pool, quota, hints: createHints(pool, { hintsUrl: env.hintsUrl }), log })
  return {
    async stop() {
      await triggers.stop()
      await pool.end()
    },
  }
}
