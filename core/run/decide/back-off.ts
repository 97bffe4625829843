import type { RetryPolicy } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'

const defaults = { initial_interval_seconds: 1, backoff: 2, max_interval_seconds: 60 }

/**
 * How long to wait after the given try, in whole milliseconds: exponential, by
 * up to a fifth more or less (so that what failed together does not come back
 * together), never longer than the cap. `random`: [0, 1).
 */
export function backOffMs(policy: RetryPolicy | undefined, attempt: number, random: number): number {
  const { initial_interval_seconds: initial, backoff, max_interval_seconds: cap } = { ...defaults, ...policy }
  const seconds = initial * backoff ** (attempt - 1) * (0.8 + 0.4 * random)
  return Math.min(Math.round(Math.min(seconds, cap) * 1_000), limits.run.timerMs)
}
