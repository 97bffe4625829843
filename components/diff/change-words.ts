import { countChanges, type DefinitionDiff, type StepStatus } from '#core/graph/diff/diff-definitions.ts'
import { diffTexts } from './texts/diff.ts'

/** As many names are said as fit into a sentence. */
const namesSaid = 3

/** What changed, in short sentences: `Score and Pay changed`, `3 steps moved`. */
export function changeWords(diff: DefinitionDiff): readonly string[] {
  const named = (status: StepStatus) => diff.steps.filter((step) => step.status === status).map(({ name }) => name)
  const moved = diff.steps.filter((step) => step.status === 'same' && step.moved).map(({ name }) => name)
  const counts = countChanges(diff)
  return [
    sentence(named('added'), 'added'),
    sentence(named('removed'), 'removed'),
    sentence(named('changed'), 'changed'),
    counts.edges > 0 ? diffTexts.changed(counted(counts.edges, 'connection')) : null,
    counts.workflow > 0 ? diffTexts.workflowSettingsChanged : null,
    sentence(moved, 'moved'),
    counts.groups > 0 ? diffTexts.onCanvasChanged(counted(counts.groups, 'group')) : null,
  ].filter((words) => words !== null)
}

function sentence(names: readonly string[], verb: string): string | null {
  if (names.length === 0) return null
  return names.length > namesSaid ? diffTexts.stepsLengthAndVerb(names.length, verb) : `${listed(names)} ${verb}`
}

/** `A, B and C` */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : diffTexts.and(names.slice(0, -1).join(', '), names.at(-1))
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
