import { retryWaitSeconds } from '#core/definition/retry-wait.ts'
import type { JsonObject } from '#core/json.ts'
import { viewsInspectorTexts } from '../../../texts/views-inspector.ts'
import { durationWords } from './duration-words.ts'

/** The number of waits that are named one by one. */
const mostNamed = 4

/** `Tries 3 times, waiting 1 second, then 2 seconds. Gives up after 1 minute 33 seconds at the latest.` */
export function describeRetry(policy: JsonObject, timeoutSeconds?: number): string {
  const attempts = numberOr(policy.max_attempts, 1)
  const limit = timeoutSeconds === undefined ? '' : viewsInspectorTexts.after(durationWords(timeoutSeconds))
  if (attempts <= 1)
    return viewsInspectorTexts.noRetriesFailureIsFinal(limit === '' ? '' : viewsInspectorTexts.orNoResponse, limit)
  const waits = waitsOf(policy, attempts)
  const named = waits.slice(0, mostNamed).map((seconds) => durationWords(Number(seconds.toFixed(1))))
  const rest = waits.length > mostNamed ? viewsInspectorTexts.andSoOn : ''
  const begins = viewsInspectorTexts.upToAttemptsWaiting(attempts, named.join(', then '), rest)
  const all = waits.reduce((sum, wait) => sum + wait, 0) + attempts * (timeoutSeconds ?? 0)
  if (timeoutSeconds === undefined) return viewsInspectorTexts.waitsInTotal(begins, roughly(all))
  return viewsInspectorTexts.givesUpAtMostAfter(begins, roughly(all))
}

function waitsOf(policy: JsonObject, attempts: number): readonly number[] {
  const numbers = Object.fromEntries(Object.entries(policy).filter(([, value]) => typeof value === 'number'))
  return Array.from({ length: attempts - 1 }, (_, gap) => retryWaitSeconds(numbers, gap + 1))
}

/** Hours do not need their seconds. */
function roughly(seconds: number): string {
  const unit = seconds >= 86_400 ? 3_600 : seconds >= 3_600 ? 60 : 1
  return durationWords(Math.round(seconds / unit) * unit)
}

const numberOr = (value: unknown, usual: number): number => (typeof value === 'number' ? value : usual)
