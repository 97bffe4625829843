import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { evaluate, evaluateCondition, type Scope } from '#core/expression/evaluate/evaluate.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { namedValues } from '../../plan/named-values.ts'
import type { RunState } from '../../state.ts'

/** The names that the expressions of an envelope may read. */
export function envelopeScope(state: RunState, run: Json): Scope {
  return { input: state.header.input, state: state.data, steps: {}, run, ...namedValues(state) }
}

export type Tried<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: string }

export function tryCondition(executable: ExecutableDefinition, source: string, scope: Scope): Tried<boolean> {
  const parsed = executable.expression(source)
  if (!parsed.ok) return { ok: false, error: parsed.message }
  const result = evaluateCondition(parsed.expression, scope)
  return result.ok ? result : { ok: false, error: result.message }
}

export function tryValue(executable: ExecutableDefinition, source: string, scope: Scope, bytes?: number): Tried<Json> {
  const parsed = executable.expression(source)
  if (!parsed.ok) return { ok: false, error: parsed.message }
  const result = evaluate(parsed.expression, scope, bytes)
  return result.ok ? result : { ok: false, error: result.message }
}

/** The names of an expression that gives a text or a list of texts. */
export function namesOf(value: Json): readonly string[] | null {
  if (typeof value === 'string') return [value]
  return isJsonList(value) && value.every((each): each is string => typeof each === 'string') ? value : null
}
