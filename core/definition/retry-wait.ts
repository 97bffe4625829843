import { limits } from '../limits.ts'
import type { RetryPolicy } from './definition.ts'

/** Values of a retry policy where it does not give them. */
const usual = { initial_interval_seconds: 1, backoff: 2, max_interval_seconds: 60 }

/**
 * The wait behind the given attempt, in seconds and before it is varied. A
 * default never shortens what is written: the usual cap of a minute holds waits
 * that grow by the usual factor, and is never below a written first wait.
 */
export function retryWaitSeconds(policy: Partial<RetryPolicy>, attempt: number): number {
  const { initial_interval_seconds: initial, backoff } = { ...usual, ...policy }
  return Math.min(initial * backoff ** (attempt - 1), longestWaitSeconds(policy))
}

/** The written cap; without one, the usual cap where nothing that is written asks for a longer wait. */
function longestWaitSeconds(policy: Partial<RetryPolicy>): number {
  const { initial_interval_seconds: initial = 0, backoff, max_interval_seconds: cap } = policy
  if (cap !== undefined) return cap
  return backoff === undefined ? Math.max(usual.max_interval_seconds, initial) : limits.run.timerMs / 1_000
}
