import type { Pool } from 'pg'
import { committing } from '#server/engine/crash-points.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { startSubscription } from '#server/log/subscription.ts'
import { triggerTuning } from '../tuning.ts'
import { noteEndedRuns, presentWithoutRunTriggers } from './note-ended-runs.ts'

export interface FollowOptions {
  readonly pool: Pool
  /** Called when firings have been written. */
  readonly onNoted: () => void
  readonly log: (line: string) => void
}

/**
 * The reader of the log that fires triggers of the type `run`. Any number of engines may run it: the lock on the cursor is
 * the claim. While there is no such trigger, the cursor only follows the present, once in a while.
 */
export function followRuns({ pool, onNoted, log }: FollowOptions): { stop(): Promise<void> } {
  let hasTriggers = true
  let followedAt = Number.NEGATIVE_INFINITY
  let noted = 0
  const consumer = createTransferringConsumer({
    pool,
    name: 'run triggers',
    startsAt: 'present',
    committing: (write) => committing('ends_noted', write),
    async transfer(client, after) {
      const present = await presentWithoutRunTriggers(client)
      hasTriggers = present === null
      if (present !== null) return present
      const { noted: more, ...end } = await noteEndedRuns(client, after)
      noted += more
      return end
    },
  })
  const subscription = startSubscription({
    async catchUp(signal) {
      const isDue = hasTriggers || performance.now() - followedAt > triggerTuning.followEveryMs
      if (!isDue && (await presentWithoutRunTriggers(pool)) !== null) return
      followedAt = performance.now()
      noted = 0
      await consumer.catchUp(signal)
      if (noted > 0) onNoted()
    },
    lookEveryMs: triggerTuning.readEveryMs,
    retry: triggerTuning.retry,
    onError: (message) => log(`triggers, reading the log: ${message}`),
  })
  return { stop: () => subscription.stop() }
}
