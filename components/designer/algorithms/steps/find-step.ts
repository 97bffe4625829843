import type { Definition, Step } from '#core/definition/definition.ts'
import { allSteps, type InnerList, innerLists, pathInList } from '#core/definition/inner-lists.ts'

type Path = readonly (string | number)[]

export interface FoundStep {
  readonly step: Step
  /** The path from the document's root. */
  readonly path: Path
  /** The enclosing steps, outermost first: loops, and steps whose rules insert this step. */
  readonly within: readonly Step[]
}

/** Finds a step in the workflow, in the body of a loop, among the tasks of a PARALLEL step, or among the steps that rules insert. */
export function findStep(definition: Definition | null, name: string): FoundStep | null {
  return definition === null ? null : search({ path: ['steps'], steps: definition.steps }, [], [], name)
}

function search(list: InnerList, around: Path, within: readonly Step[], name: string): FoundStep | null {
  for (const [index, step] of list.steps.entries()) {
    const at = [...around, ...pathInList(list, index)]
    if (step.name === name) return { step, path: at, within }
    for (const inner of innerLists(step)) {
      const found = search(inner, at, [...within, step], name)
      if (found !== null) return found
    }
  }
  return null
}

/** The names of all steps, which are unique in the whole workflow. */
export function allStepNames(definition: Definition | null): ReadonlySet<string> {
  return new Set(allSteps(definition?.steps ?? []).map(({ name }) => name))
}
