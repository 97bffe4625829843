import { evaluateCondition } from '#core/expression/evaluate/evaluate.ts'
import { parseOnce } from '#core/expression/parse/parse-once.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { act, connect, convert, node, start } from './flows.ts'

/** Steps that a node may choose. */
export const others = ['Yes', 'No', 'Also'].map(act)

/** A node that chooses, with the ways that it has then. */
export function decide(kind: string, parameters: JsonObject, ...edges: readonly string[]) {
  const result = convert([start, node('Do', kind, parameters), ...others], connect('Start>Do', ...edges))
  return { ...result, routes: (result.step('Do').routes ?? []) as readonly { condition?: string; target: string }[] }
}

/** One test of the present versions. */
export const test = (leftValue: Json, operation: string, rightValue: Json = '', type = 'string') => ({
  leftValue,
  rightValue,
  operator: { type, operation },
})
/** Parameters with tests that all have to hold. */
export const condition = (...conditions: readonly Json[]) => ({ conditions: { combinator: 'and', conditions } })
export const withOptions = (options: JsonObject, ...conditions: readonly Json[]) => ({
  conditions: { combinator: 'and', options, conditions },
})

/** What a condition answers for an input: true, false, or that it cannot tell. */
export function answer(source: string, input: Json): boolean | 'failure' {
  const parsed = parseOnce(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`)
  const result = evaluateCondition(parsed.expression, { input, state: {}, steps: {}, run: {} })
  return result.ok ? result.value : 'failure'
}

/** For which values of `input.a` the first way of an If is taken; `undefined` stands for a field that is missing. */
export function taken(parameters: JsonObject, values: readonly (Json | undefined)[]): readonly unknown[] {
  const source = decide('if', parameters, 'Do>Yes', 'Do:1>No').routes[0]?.condition as string
  return values.map((a) => answer(source, a === undefined ? {} : { a }))
}
