import type { StepFunction } from '#components/api/models.ts'
import { functionKey } from '#core/definition/function-name.ts'
import type { NeedsOf } from '#core/run/preview/missing-values.ts'

/** The state fields that functions require, as far as their sources show it. */
export function functionNeeds(functions: readonly StepFunction[]): NeedsOf {
  const known = new Map(functions.map(({ name, reads }) => [functionKey(name), reads?.required]))
  return (name) => {
    const required = known.get(functionKey(name))
    return Array.isArray(required) ? required.filter((field) => typeof field === 'string') : []
  }
}
