import type { JsonObject } from '#core/json.ts'
import { taskKeys } from './catalogue/nested-keys.ts'
import { keysOfType } from './catalogue.ts'
import type { Definition, Step } from './definition.ts'
import type { Problem } from './problem.ts'
import type { SourceIndex, SourcePath } from './text/source-index.ts'

/**
 * Warnings for functions that nobody has registered yet: a worker may bring
 * them, and a run that reaches such a step before fails there. `known` holds
 * names in snake_case, as `functionKey` makes them.
 */
export function checkFunctions(definition: Definition, known: ReadonlySet<string>, source: SourceIndex): Problem[] {
  return functionsOf(definition.steps, ['steps']).flatMap(({ name, path, step }): Problem[] => {
    if (known.has(functionKey(name))) return []
    const message = `No function ${name} is registered. A run that reaches ${step} fails there.`
    const range = source.rangeOf(path) ?? source.stepRange(step) ?? { start: 0, end: 0 }
    return [{ code: 'FUNCTION_UNKNOWN', message, severity: 'warning', path, range, step }]
  })
}

/** `loans.calculateRisk` and `loans.calculate_risk` name the same function. */
export function functionKey(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

interface NamedFunction {
  readonly name: string
  readonly path: SourcePath
  readonly step: string
}

function functionsOf(steps: readonly Step[], path: SourcePath): readonly NamedFunction[] {
  return steps.flatMap((step, index) => {
    const at = [...path, index]
    const tasks = step.type === 'PARALLEL' ? (step.tasks ?? []) : []
    return [
      ...namedIn(step as unknown as JsonObject, functionKeys(step), at, step.name),
      ...tasks.flatMap((task, place) =>
        namedIn(task as unknown as JsonObject, taskFunctions, [...at, 'tasks', place], step.name),
      ),
      ...(step.type === 'LOOP' ? functionsOf(step.loop_body, [...at, 'loop_body']) : []),
    ]
  })
}

const taskFunctions = taskKeys.filter(({ kind }) => kind === 'function').map(({ key }) => key)

function functionKeys(step: Step): readonly string[] {
  return keysOfType(step.type)
    .filter(({ kind }) => kind === 'function')
    .map(({ key }) => key)
}

function namedIn(value: JsonObject, keys: readonly string[], path: SourcePath, step: string): readonly NamedFunction[] {
  return keys.flatMap((key) => {
    const name = value[key]
    return typeof name === 'string' && name !== '' ? [{ name, path: [...path, key], step }] : []
  })
}
