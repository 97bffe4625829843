import { noResults, type ResultTypes } from '#core/definition/check/output-type.ts'
import { scopeTypes } from '#core/definition/check/scope-types.ts'
import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition } from '#core/definition/definition.ts'
import { scopesOf } from '#core/definition/incremental/parse-incrementally.ts'
import { anyType, objectType, type ScopeTypes, stringType } from '#core/expression/check/types.ts'

type Scopes = ReadonlyMap<string, ScopeTypes>

/** Types with results, keyed by the certain types: that object stays the same until one of its inputs changes. */
const withResults = new WeakMap<Scopes, { readonly results: ResultTypes; readonly calls: string; scopes: Scopes }>()

/** The types known in the expressions of a step. They are computed on demand and cached until an input changes. */
export function typesInStep(definition: Definition, step: string, results: ResultTypes = noResults): ScopeTypes | null {
  const certain = scopesOf(definition)
  if (results.size === 0) return certain.get(step) ?? null
  const calls = callsOf(definition)
  const before = withResults.get(certain)
  if (before?.results === results && before.calls === calls) return before.scopes.get(step) ?? null
  const scopes = scopeTypes(definition, controlFlow(definition), results)
  withResults.set(certain, { results, calls, scopes })
  return scopes.get(step) ?? null
}

/** The functions that the steps call, as a cache key: certain types say nothing of functions but the call. */
function callsOf({ steps }: Definition): string {
  return steps.map((step) => ('function' in step ? step.function : '')).join('\n')
}

/** The types of a step for a draft that may be unreadable, optionally with secrets. */
export function typesOfStep(
  definition: Definition | null,
  step: string | null,
  /** The secrets that may be named here; null where none may. */
  secrets: readonly string[] | null,
  results: ResultTypes,
  variables: readonly string[] = [],
): ScopeTypes | null {
  const certain = definition === null || step === null ? null : typesInStep(definition, step, results)
  if (certain === null) return null
  const types = variables.length === 0 ? certain : withVariables(certain, variables)
  if (secrets === null) return types
  const names = Object.fromEntries(secrets.map((name) => [name, stringType]))
  return { ...types, names: { ...types.names, secrets: objectType(names, anyType) } }
}

/** The variables by their names, to complete them. */
function withVariables(types: ScopeTypes, variables: readonly string[]): ScopeTypes {
  const fields = Object.fromEntries(variables.map((name) => [name, stringType]))
  return { ...types, names: { ...types.names, vars: objectType(fields, stringType) } }
}
