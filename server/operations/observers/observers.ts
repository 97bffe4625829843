import type { Pool } from 'pg'
import { committing, reachCall } from '#server/engine/crash-points.ts'
import { createHandlingConsumer } from '#server/log/consumer.ts'
import { isFirstEngine, startSubscription } from '#server/log/subscription.ts'
import type { Repeated } from '../repeat.ts'
import { readObservedLog } from './observed-log.ts'
import { observerLimits } from './observer-limits.ts'
import { createObserverThread } from './observer-thread.ts'

export interface ObserversOptions {
  readonly pool: Pool
  /** The file of the module. */
  readonly module: string
  /** The id of the engine in this process; it may change. */
  readonly engineId: () => string
  readonly log: (line: string) => void
  readonly timing?: { readonly lookEveryMs: number; readonly hookMs: number; readonly retryAfterMs: number }
}

/**
 * Calls the hooks of HEDDLE_OBSERVERS with the events of the log, after their commit, in log order, at least once. The
 * queue is the log itself, read in pages, so slow observers cost no memory, and runs do not depend on them.
 */
export function startObservers(options: ObserversOptions): Repeated {
  const { pool, module, engineId, timing = observerLimits } = options
  const log = (line: string) => options.log(`HEDDLE_OBSERVERS: ${line}`)
  const thread = createObserverThread({ module, hookMs: timing.hookMs, log })
  const consumer = createHandlingConsumer({
    pool,
    name: 'observers',
    startsAt: 'present',
    read: (after) => readObservedLog(pool, after),
    async handle(rows) {
      reachCall('observer', 'starting')
      await thread.call(rows)
      reachCall('observer', 'ended')
    },
    committing: (write) => committing('observed', write),
  })
  const subscription = startSubscription({
    claim: () => isFirstEngine(pool, engineId()),
    catchUp: consumer.catchUp,
    release: consumer.release,
    lookEveryMs: timing.lookEveryMs,
    retry: { firstMs: timing.retryAfterMs, longestMs: timing.retryAfterMs },
    onError: log,
  })
  return {
    async stop() {
      const ended = subscription.stop()
      // Interrupted calls are repeated after the next start.
      await thread.close()
      await ended
    },
  }
}
