import { evaluate, evaluateCondition, type Scope } from '#core/definition/expression/evaluate.ts'
import { type RenderOptions, renderTemplate } from '#core/definition/expression/template.ts'
import type { Json, JsonObject } from '#core/json.ts'
import type { Decision } from './decision.ts'
import type { Failure } from './failure.ts'

export type Evaluated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

/** What expressions of a step may read now; `data` where it is not yet what the run's state says. */
export function scopeOf(decision: Decision, data: JsonObject = decision.draft.data): Scope {
  const { header, outputs } = decision.draft
  return { input: header.input, state: data, steps: outputs, run: decision.runFacts }
}

export function evaluateSource(decision: Decision, source: string, scope: Scope): Evaluated<Json> {
  const parsed = decision.executable.expression(source)
  if (!parsed.ok) return failed('EXPRESSION_INVALID', parsed.message, source)
  const result = evaluate(parsed.expression, scope)
  return result.ok ? result : failed(result.code, result.message, source)
}

export function evaluateWhether(decision: Decision, source: string, scope: Scope): Evaluated<boolean> {
  const parsed = decision.executable.expression(source)
  if (!parsed.ok) return failed('EXPRESSION_INVALID', parsed.message, source)
  const result = evaluateCondition(parsed.expression, scope)
  return result.ok ? result : failed(result.code, result.message, source)
}

export function render(decision: Decision, value: Json, scope: Scope, options?: RenderOptions): Evaluated<Json> {
  const result = renderTemplate(value, scope, decision.executable.expression, options)
  return result.ok ? result : failed(result.code, result.message, null)
}

/** The same expression over the same data fails again: no retry. */
function failed(code: string, message: string, source: string | null) {
  const text = source === null ? message : `${message} (in \`${source}\`)`
  return { ok: false, failure: { error: { code, message: text }, retryable: false } } as const
}
