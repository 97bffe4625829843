import { evaluate, evaluateCondition, type Scope } from '#core/expression/evaluate/evaluate.ts'
import { type RenderOptions, renderTemplate } from '#core/expression/template/template.ts'
import { isJsonList, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { eachOf, itemNames } from '../../plan/each.ts'
import { namedValues } from '../../plan/named-values.ts'
import { stepsRead } from '../../plan/steps-read.ts'
import type { Decision } from '../decision.ts'
import type { Failure } from '../failure/failure.ts'

export type Evaluated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

/** The scope of a step's expressions; `data` where it differs from the run's stored `state`. */
export function scopeOf(decision: Decision, step: string, data: JsonObject = decision.nextState.data): Scope {
  const { nextState, executable } = decision
  const scope = {
    input: nextState.header.input,
    state: data,
    steps: stepsRead(executable, nextState),
    run: decision.runFacts,
    ...namedValues(nextState),
  }
  const each = eachOf(executable, nextState, step)
  return each === undefined
    ? scope
    : { ...scope, ...each, names: { ...scope.names, ...itemNames(executable, nextState, step) } }
}

/** The scope of an item's expressions adds `item`, `index`, and the item under the name that the step gives it. */
export function scopeOfItem(scope: Scope, item: Json, index: number, name: string | undefined): Scope {
  return { ...scope, item, index, ...(name !== undefined && { names: { ...scope.names, [name]: item } }) }
}

/** The list that a step iterates over, with `most` elements at the most. */
export function evaluateList(
  decision: Decision,
  source: string,
  scope: Scope,
  most: number,
): Evaluated<readonly Json[]> {
  const result = evaluateSource(decision, source, scope, limits.run.listBytes)
  if (!result.ok) return result
  const list = result.value
  if (!isJsonList(list)) return failed('LIST_REQUIRED', 'iterate_over must return a list.', source)
  if (list.length <= most) return { ok: true, value: list }
  return failed('LIST_TOO_LONG', `The list has ${list.length} elements; the limit is ${most}.`, source)
}

export function evaluateSource(
  decision: Decision,
  source: string,
  scope: Scope,
  outputBytes?: number,
): Evaluated<Json> {
  const parsed = decision.executable.expression(source)
  if (!parsed.ok) return failed('EXPRESSION_INVALID', parsed.message, source)
  const result = evaluate(parsed.expression, scope, outputBytes)
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

/** Expression failures are final: the same expression over the same data fails again. */
function failed(code: string, message: string, source: string | null) {
  const text = source === null ? message : `${message} (in \`${source}\`)`
  return { ok: false, failure: { error: { code, message: text }, retryable: false } } as const
}
