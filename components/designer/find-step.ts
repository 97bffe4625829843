import type { Definition, Step } from '#core/definition/definition.ts'
import { allSteps, innerLists } from '#core/definition/inner-lists.ts'

type Path = readonly (string | number)[]

export interface FoundStep {
  readonly step: Step
  /** From the document's root. */
  readonly path: Path
  /** The steps that it is within, outermost first: loops, and those that insert it. */
  readonly within: readonly Step[]
}

/** A step wherever it stands: in the workflow, in the body of a loop, among what rules insert. */
export function findStep(definition: Definition | null, name: string): FoundStep | null {
  return definition === null ? null : search(definition.steps, ['steps'], [], name)
}

function search(steps: readonly Step[], path: Path, within: readonly Step[], name: string): FoundStep | null {
  for (const [index, step] of steps.entries()) {
    const at = [...path, index]
    if (step.name === name) return { step, path: at, within }
    for (const inner of innerLists(step)) {
      const found = search(inner.steps, [...at, ...inner.path], [...within, step], name)
      if (found !== null) return found
    }
  }
  return null
}

/** The names of all steps: they are unique in the whole workflow. */
export function allStepNames(definition: Definition | null): ReadonlySet<string> {
  return new Set(allSteps(definition?.steps ?? []).map(({ name }) => name))
}
