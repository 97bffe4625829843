import type { RetryPolicy } from '#core/definition/definition.ts'
import { retryWaitSeconds } from '#core/definition/retry-wait.ts'
import { limits } from '#core/limits.ts'

/**
 * How long to wait after the given try, in whole milliseconds: exponential, by
 * up to a fifth more or less (so that what failed together does not come back
 * together), never longer than a written cap. `random`: [0, 1).
 */
export function backOffMs(policy: Partial<RetryPolicy> = {}, attempt: number, random: number): number {
  const cap = policy.max_interval_seconds ?? Number.POSITIVE_INFINITY
  const seconds = retryWaitSeconds(policy, attempt) * (0.8 + 0.4 * random)
  return Math.min(Math.round(Math.min(seconds, cap) * 1_000), limits.run.timerMs)
}
