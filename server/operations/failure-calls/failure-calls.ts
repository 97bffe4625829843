import type { Pool } from 'pg'
import { committing, reachCall } from '#server/engine/crash-points.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { startSubscription } from '#server/log/subscription.ts'
import type { Repeated } from '../repeat.ts'
import { callOutside } from './call-outside.ts'
import { failureCallLimits } from './failure-call-limits.ts'
import {
  describeFailure,
  type FailureNotice,
  noteFailures,
  postponeNotice,
  removeNotice,
  takeNotices,
} from './failure-notices.ts'

const { atOnce, timeoutMs, lookEveryMs, retryFirstMs, retryLongestMs, giveUpAfterMs } = failureCallLimits

export interface FailureCallOptions {
  readonly pool: Pool
  /** Address or command. */
  readonly target: string
  /** The URL of a run's page. */
  readonly urlOf: (runId: string) => string
  readonly onCalled: (outcome: 'delivered' | 'failed' | 'given_up') => void
  readonly log: (line: string) => void
  readonly timing?: { readonly lookEveryMs: number; readonly retryFirstMs: number; readonly timeoutMs: number }
}

/**
 * Notifies an external receiver of every failed root run, at least once. Notices are rows. A notice is deleted only
 * after a successful call, and is retried with back-off until a day has passed. A few calls run at a time, each with a
 * timeout; only these are in memory.
 */
export function startFailureCalls(options: FailureCallOptions): Repeated {
  const { pool, target, urlOf, onCalled, log } = options
  const timing = options.timing ?? { lookEveryMs, retryFirstMs, timeoutMs }
  const calls = new Set<Promise<void>>()

  const removed = (notice: FailureNotice) => committing('failure_removed', () => removeNotice(pool, notice))
  const postponed = (notice: FailureNotice, inMs: number) =>
    committing('failure_postponed', () => postponeNotice(pool, notice, inMs))

  const notify = async (notice: FailureNotice, signal: AbortSignal): Promise<void> => {
    reachCall('failure_call', 'starting')
    const failure = await describeFailure(pool, notice)
    if (!failure) return removed(notice)
    const body = JSON.stringify({ ...failure, url: urlOf(failure.run_id) })
    try {
      reachCall('failure_call', 'called')
      await callOutside(target, { id: failure.id, body, timeoutMs: timing.timeoutMs, signal })
      reachCall('failure_call', 'returned')
      onCalled('delivered')
      reachCall('failure_call', 'ended')
      return await removed(notice)
    } catch (error) {
      if (signal.aborted) return postponed(notice, 0)
      const isLast = Date.now() - notice.createdAt.getTime() > giveUpAfterMs
      onCalled(isLast ? 'given_up' : 'failed')
      log(
        `HEDDLE_ON_FAILURE, run ${notice.runId}, try ${notice.attempts}: ${reasonOf(error)}${isLast ? '; given up' : ''}`,
      )
      if (isLast) return removed(notice)
      await postponed(notice, Math.min(timing.retryFirstMs * 2 ** (notice.attempts - 1), retryLongestMs))
    }
  }

  const outbox = createTransferringConsumer({
    pool,
    name: 'failures',
    startsAt: 'present',
    transfer: noteFailures,
    committing: (write) => committing('failures_noted', write),
  })
  const subscription = startSubscription({
    async catchUp(signal) {
      if (await outbox.catchUp(signal)) await deliver(signal)
    },
    lookEveryMs: timing.lookEveryMs,
    retry: { firstMs: timing.lookEveryMs, longestMs: timing.lookEveryMs },
    onError: (message) => log(`HEDDLE_ON_FAILURE: ${message}`),
  })

  async function deliver(signal: AbortSignal): Promise<void> {
    for (;;) {
      const free = atOnce - calls.size
      const notices =
        free > 0 && !signal.aborted
          ? await committing('failures_taken', () => takeNotices(pool, free, 3 * timing.timeoutMs))
          : []
      if (notices.length === 0) return
      for (const notice of notices) {
        const call: Promise<void> = notify(notice, signal)
          .catch((error: unknown) => log(`HEDDLE_ON_FAILURE: ${reasonOf(error)}`))
          .finally(() => calls.delete(call))
        calls.add(call)
      }
      // A hanging call blocks only its own slot.
      if (calls.size === atOnce) await Promise.race(calls)
    }
  }

  return {
    async stop() {
      await subscription.stop()
      await Promise.all(calls)
    },
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
