import type { RetryPolicy } from '#core/definition/definition.ts'
import { retryWaitSeconds } from '#core/definition/retry-wait.ts'
import { limits } from '#core/limits.ts'

/**
 * The back-off after the given attempt, in whole milliseconds: exponential, with a jitter of up to a fifth more or less
 * (so that steps which failed together are not retried together), never longer than the cap of the policy. `random`:
 * [0, 1).
 */
export function backOffMs(policy: Partial<RetryPolicy> = {}, attempt: number, random: number): number {
  const cap = policy.max_interval_seconds ?? Number.POSITIVE_INFINITY
  const seconds = retryWaitSeconds(policy, attempt) * (0.8 + 0.4 * random)
  return Math.min(Math.round(Math.min(seconds, cap) * 1_000), limits.run.timerMs)
}
