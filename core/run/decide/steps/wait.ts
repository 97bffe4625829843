import type { WaitStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { parseInstant } from '#core/parse-instant.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { type Evaluated, evaluateSource, render, scopeOf } from '../text/expressions.ts'
import { recordStart, setTimeoutTimer, type Visit } from './visit.ts'

/** Sets a durable timer, after a duration or at an instant. A timer that is already due fires at once. */
export function startWait(decision: Decision, step: WaitStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const due = dueAt(decision, step)
  if (!due.ok) {
    failStep(decision, step, due.failure)
    return
  }
  const { iteration, attempt } = visit
  decision.emit({
    type: 'workflow.timer.set',
    step: step.name,
    iteration,
    payload: { timer_id: `wait:${step.name}:${iteration}:${attempt}`, due_at: due.value, purpose: 'wait' },
  })
  setTimeoutTimer(decision, step, visit)
}

function dueAt(decision: Decision, step: WaitStep): Evaluated<number> {
  const until = step.until !== undefined
  const value = read(decision, step.name, step.until ?? step.duration_seconds ?? null)
  if (!value.ok) return value
  const instant = until ? instantOf(value.value) : durationEnd(decision, value.value)
  if (instant === null) {
    const wanted = until ? 'a time such as 2026-01-31T09:00:00Z' : 'a number of seconds'
    return invalid(`${step.name} needs ${wanted}, but got ${JSON.stringify(value.value)}.`)
  }
  if (instant - decision.now > limits.run.timerMs) return invalid(`${step.name} would wait for more than ten years.`)
  return { ok: true, value: Math.max(instant, decision.now) }
}

/** Reads a number, an instant, a text with `{{ }}`, or an expression. */
function read(decision: Decision, step: string, written: Json): Evaluated<Json> {
  if (typeof written !== 'string') return { ok: true, value: written }
  if (written.includes('{{')) return render(decision, written, scopeOf(decision, step))
  if (Number.isFinite(Number(written)) || parseInstant(written) !== null) return { ok: true, value: written }
  return evaluateSource(decision, written, scopeOf(decision, step))
}

function instantOf(value: Json): number | null {
  return typeof value === 'string' ? parseInstant(value) : null
}

/** A number, also as text; `duration('1h')` arrives as `3600s`. */
function durationEnd(decision: Decision, value: Json): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(/(?<=\d)s$/, '')) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) ? decision.now + Math.round(seconds * 1_000) : null
}

function invalid(message: string): Evaluated<number> {
  return { ok: false, failure: finalFailure('WAIT_INVALID', message) }
}
