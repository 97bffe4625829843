import { type InjectionRule, rulesOf, type Step } from '#core/definition/definition.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { Decision } from './decision.ts'

/**
 * Applies the injection rules of a completed step. Each rule inserts its steps right behind the step, so that a later
 * rule's steps come first.
 */
export function inject(decision: Decision, step: Step, iteration: number): void {
  const all = rulesOf(step)
  const rules = [...all.keys()].filter((rule) => applies(all[rule] as InjectionRule, decision.nextState.data)).reverse()
  if (rules.length === 0) return
  const steps = rules.flatMap((rule) => (all[rule] as InjectionRule).steps_to_insert.map(({ name }) => name))
  decision.emit({ type: 'workflow.run.steps_injected', step: step.name, iteration, payload: { rules, steps } })
}

function applies(rule: InjectionRule, data: Json): boolean {
  if (rule.steps_to_insert.length === 0) return false
  const value = valueAt(data, rule.condition_key)
  if (rule.value_match !== undefined) return same(value, rule.value_match)
  if (rule.value_is_not !== undefined) return !rule.value_is_not.some((other) => same(value, other))
  if (typeof value !== 'number') return false
  if (rule.value_greater_than !== undefined) return value > rule.value_greater_than
  if (rule.value_less_than !== undefined) return value < rule.value_less_than
  const [least, most] = rule.value_between ?? [1, 0]
  return least <= value && value <= most
}

/** The value at a path; null if absent. */
function valueAt(data: Json, path: string): Json {
  let value = data
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return null
    value = value[key] as Json
  }
  return value
}

function same(a: Json, b: Json): boolean {
  return canonical(a) === canonical(b)
}
