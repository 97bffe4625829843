import { limits } from '../limits.ts'
import type { RetryPolicy } from './definition.ts'

/** Defaults of a retry policy. */
const usual = { initial_interval_seconds: 1, backoff: 2, max_interval_seconds: 60 }

/**
 * The back-off after the given attempt, in seconds, before jitter. A default never shortens a written value: the
 * default cap of a minute applies to waits that grow by the default factor, and is never below a written first wait.
 */
export function retryWaitSeconds(policy: Partial<RetryPolicy>, attempt: number): number {
  const { initial_interval_seconds: initial, backoff } = { ...usual, ...policy }
  return Math.min(initial * backoff ** (attempt - 1), longestWaitSeconds(policy))
}

/** The written cap; without one, the default cap unless a written value asks for a longer wait. */
function longestWaitSeconds(policy: Partial<RetryPolicy>): number {
  const { initial_interval_seconds: initial = 0, backoff, max_interval_seconds: cap } = policy
  if (cap !== undefined) return cap
  return backoff === undefined ? Math.max(usual.max_interval_seconds, initial) : limits.run.timerMs / 1_000
}
