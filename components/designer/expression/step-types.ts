import { noResults, type ResultTypes } from '#core/definition/check/output-type.ts'
import { scopeTypes } from '#core/definition/check/scope-types.ts'
import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition } from '#core/definition/definition.ts'
import { anyType, type ScopeTypes } from '#core/definition/expression/types.ts'

type Scopes = ReadonlyMap<string, ScopeTypes>

const known = new WeakMap<Definition, WeakMap<ResultTypes, Scopes>>()

/** What is known in the expressions of a step; found once per state of the draft, when somebody asks. */
export function typesInStep(definition: Definition, step: string, results: ResultTypes = noResults): ScopeTypes | null {
  const byResults = known.get(definition) ?? new WeakMap<ResultTypes, Scopes>()
  known.set(definition, byResults)
  const scopes = byResults.get(results) ?? scopeTypes(definition, controlFlow(definition), results)
  byResults.set(results, scopes)
  return scopes.get(step) ?? null
}

/** The same where a draft may not be readable, and where secrets may be named. */
export function typesOfStep(
  definition: Definition | null,
  step: string | null,
  hasSecrets: boolean,
  results: ResultTypes,
): ScopeTypes | null {
  const types = definition === null || step === null ? null : typesInStep(definition, step, results)
  return types !== null && hasSecrets ? { ...types, names: { ...types.names, secrets: anyType } } : types
}
