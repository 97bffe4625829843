import type { Json, JsonObject } from '#core/json.ts'
import { objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'

const unitSeconds: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }

/** Seconds of `10`, `"5m"` or `2h`; null where it is none of these. */
export function secondsOf(written: Json | undefined): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(String(written)) ?? []
  return amount === undefined ? null : Number(amount) * (unitSeconds[unit] as number)
}

/** The retry policy: without `backoff` an immediate retry, with it a constant back-off unless a factor is given. */
export function retryOf(strategy: JsonObject): JsonObject | null {
  const limit = Number(strategy.limit)
  if (!Number.isInteger(limit) || limit < 0 || limit >= limits.run.retryAttempts) return null
  const { duration, factor, cap } = objectOf(strategy.backoff)
  const longest = limits.run.timerMs / 1000
  const first = Math.min(secondsOf(duration) ?? 0, longest)
  const times = Math.max(1, Math.min(100, Number(factor ?? 1) || 1))
  const most = Math.min(secondsOf(cap) ?? longest, longest)
  return {
    max_attempts: limit + 1,
    initial_interval_seconds: first,
    backoff: times,
    ...(first > 0 && { max_interval_seconds: Math.max(most, first) }),
  }
}
