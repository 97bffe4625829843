import { keysOfType } from '#core/definition/catalogue.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import type { SourceIndex } from '#core/definition/parse.ts'
import type { Problem } from '#core/definition/problem.ts'

export interface KnownNames {
  readonly functions: ReadonlySet<string>
  readonly workflows: ReadonlySet<string>
}

/** `calculateRisk` and `calculate_risk` name the same function. */
export function functionKey(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** Warnings for functions that nobody has registered and workflows that do not exist: found by the catalogue's keys. */
export function referenceProblems(definition: Definition, source: SourceIndex, known: KnownNames): readonly Problem[] {
  return definition.steps.flatMap((step, index) => {
    const path = ['steps', index]
    return referencesOf(step).flatMap(({ key, kind, name }): readonly Problem[] => {
      const found =
        kind === 'function'
          ? known.functions.has(functionKey(name))
          : known.workflows.has(name) || name === definition.workflow_type
      if (found) return []
      const range = source.rangeOf([...path, key]) ?? source.stepRange(step.name) ?? { start: 0, end: 0 }
      const message =
        kind === 'function'
          ? `No function ${name} is registered yet. A run that reaches this step fails.`
          : `There is no workflow ${name} yet. A run that reaches this step fails.`
      const code = kind === 'function' ? 'FUNCTION_UNKNOWN' : 'WORKFLOW_UNKNOWN'
      return [{ code, message, severity: 'warning', path: [...path, key], range, step: step.name }]
    })
  })
}

function referencesOf(step: Step): readonly { key: string; kind: 'function' | 'workflow'; name: string }[] {
  return keysOfType(step.type).flatMap(({ key, kind }) => {
    const name = (step as unknown as Readonly<Record<string, unknown>>)[key]
    const refers = kind === 'function' || kind === 'workflow'
    return refers && typeof name === 'string' && name !== '' ? [{ key, kind, name }] : []
  })
}
