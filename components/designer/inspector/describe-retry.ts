import type { JsonObject } from '#core/json.ts'
import { durationWords } from './duration-words.ts'

/** `Up to 3 attempts, waiting 1 second, then 2 seconds.` */
export function describeRetry(policy: JsonObject): string {
  const attempts = numberOr(policy.max_attempts, 1)
  if (attempts <= 1) return 'One attempt: a failure is final.'
  const backoff = numberOr(policy.backoff, 2)
  const most = numberOr(policy.max_interval_seconds, Number.POSITIVE_INFINITY)
  const waits: number[] = []
  let wait = numberOr(policy.initial_interval_seconds, 1)
  for (let gap = 0; gap < Math.min(attempts - 1, 4); gap += 1) {
    waits.push(Math.min(wait, most))
    wait *= backoff
  }
  const words = waits.map((seconds) => durationWords(Number(seconds.toFixed(1))))
  const rest = attempts - 1 > waits.length ? ' and so on' : ''
  return `Up to ${attempts} attempts, waiting ${words.join(', then ')}${rest} in between.`
}

const numberOr = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual)
