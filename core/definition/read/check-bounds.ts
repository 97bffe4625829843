import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Step } from '../definition.ts'
import type { Fields } from './read-keys.ts'
import type { SourceLocation } from './source-location.ts'

/** Reports a retry policy whose written cap is below its written first wait: the cap wins. */
export function checkRetryBounds(
  { initial_interval_seconds: first, max_interval_seconds: cap }: Fields,
  location: SourceLocation,
): void {
  if (typeof first !== 'number' || typeof cap !== 'number' || cap >= first) return
  const message = `max_interval_seconds is ${cap}, below initial_interval_seconds (${first}): every delay is ${cap} s.`
  location.child('max_interval_seconds').warning('VALUE_CAPPED', message)
}

/** Reports time limits beyond the maximum of a request or a script, and a second retry policy. */
export function checkStepBounds(step: Step, location: SourceLocation): void {
  if (step.type === 'SCRIPT') {
    checkTimeLimit(step.timeout_seconds, limits.script.longestMs, 'A script', location.child('timeout_seconds'))
  }
  if (step.type === 'MAIL' || step.type === 'SQL' || step.type === 'AI') {
    const what = { MAIL: 'A mail', SQL: 'A statement', AI: 'A call of a model' }[step.type]
    checkTimeLimit(step.timeout_seconds, limits.http.longestMs, what, location.child('timeout_seconds'))
  }
  if (step.type !== 'HTTP') return
  const { timeout, retry_policy: policy } = step.http_config
  const request = location.child('http_config')
  checkTimeLimit(timeout, limits.http.longestMs, 'A request', request.child('timeout'))
  if (timeout === undefined) {
    checkTimeLimit(step.timeout_seconds, limits.http.longestMs, 'A request', location.child('timeout_seconds'))
  }
  if (step.retry === undefined || !isJsonObject(policy)) return
  const message = 'retry_policy has no effect here: the step has its own retry.'
  request.child('retry_policy').warning('KEY_UNUSED', message, { atKey: true })
}

function checkTimeLimit(seconds: Json | undefined, longestMs: number, what: string, location: SourceLocation): void {
  if (typeof seconds !== 'number' || seconds * 1_000 <= longestMs) return
  location.warning('VALUE_CAPPED', `${what} can take at most ${longestMs / 1_000} s and is stopped then.`)
}
