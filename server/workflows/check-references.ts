import type { Definition, Step } from '#core/definition/definition.ts'
import type { Problem, TextRange } from '#core/definition/problem.ts'
import { functionKey } from './function-name.ts'
import type { KnownNames } from './known-names.ts'

type Path = readonly (string | number)[]

/** Where a reference stands in the text; the whole step where the key itself cannot be found. */
export type Locate = (path: Path, step: string) => TextRange

interface Reference {
  readonly kind: 'function' | 'workflow'
  readonly name: string
  readonly path: Path
  readonly step: string
}

/** Warnings for functions that nobody has registered and workflows that are not there (yet). */
export function checkReferences(definition: Definition, known: KnownNames, locate: Locate): readonly Problem[] {
  const functions = new Set(known.functions.map(functionKey))
  const workflows = new Set([...known.workflows, definition.workflow_type])
  return referencesOf(definition.steps, ['steps']).flatMap((reference): readonly Problem[] => {
    const found =
      reference.kind === 'function' ? functions.has(functionKey(reference.name)) : workflows.has(reference.name)
    if (found) return []
    return [
      {
        code: reference.kind === 'function' ? 'FUNCTION_UNKNOWN' : 'WORKFLOW_UNKNOWN',
        message:
          reference.kind === 'function'
            ? `No function ${reference.name} is registered. A run that reaches ${reference.step} will fail there.`
            : `There is no workflow ${reference.name}. A run that reaches ${reference.step} will fail there.`,
        severity: 'warning',
        path: reference.path,
        range: locate(reference.path, reference.step),
        step: reference.step,
      },
    ]
  })
}

function referencesOf(steps: readonly Step[], path: Path): readonly Reference[] {
  return steps.flatMap((step, index) => {
    const at = [...path, index]
    return [
      ...ownReferences(step, at),
      ...(step.type === 'LOOP' ? referencesOf(step.loop_body, [...at, 'loop_body']) : []),
    ]
  })
}

function ownReferences(step: Step, at: Path): readonly Reference[] {
  const found: Reference[] = []
  const add = (kind: Reference['kind'], name: string | undefined, ...keys: Path) => {
    if (name !== undefined && name !== '') found.push({ kind, name, path: [...at, ...keys], step: step.name })
  }
  if ('function' in step) add('function', step.function, 'function')
  add('function', step.compensate_function, 'compensate_function')
  if (step.type === 'SUB_WORKFLOW') add('workflow', step.sub_workflow_type, 'sub_workflow_type')
  if (step.type === 'FIRE_AND_FORGET') add('workflow', step.workflow_type, 'workflow_type')
  if (step.type === 'PARALLEL') {
    add('function', step.task_function, 'task_function')
    for (const [index, task] of (step.tasks ?? []).entries()) {
      add('function', task.function, 'tasks', index, 'function')
      add('workflow', task.sub_workflow_type, 'tasks', index, 'sub_workflow_type')
    }
  }
  return found
}
