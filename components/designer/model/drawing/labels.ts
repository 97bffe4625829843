import { catalogue } from '#core/definition/catalogue.ts'
import type { Step, StepGroup } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { countWords } from '../problems/problem-store.ts'

export function typeLabel(step: Step): string {
  return step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].label
}

export function stepSummary(step: Step): string {
  return step.type === 'UNKNOWN' ? `unknown type ${step.written_type}` : catalogue[step.type].summary(step)
}

export interface Named {
  readonly name: string
}

export function nodeLabel(step: Step, problems: readonly Problem[], people: readonly Named[] = []): string {
  const here = people.length === 0 ? '' : `, selected by ${people.map(({ name }) => name).join(', ')}`
  return `${escapeInvisible(step.name)}, ${typeLabel(step)}${problemWords(problems)}${here}`
}

export function groupLabel({ title, steps }: StepGroup, problems: readonly Problem[]): string {
  return `Group ${escapeInvisible(title)}, collapsed, ${stepCount(steps.length)}${problemWords(problems)}`
}

export const stepCount = (count: number): string => (count === 1 ? '1 step' : `${count} steps`)

const problemWords = (problems: readonly Problem[]) => (problems.length === 0 ? '' : `, ${countWords(problems)}`)

export function edgeLabel(edge: GraphEdge): string {
  const ends = `from ${escapeInvisible(edge.source)} to ${escapeInvisible(edge.target)}`
  if (edge.kind === 'failure') return `On failure ${ends}`
  return edge.kind === 'route' ? `Route ${ends}, ${escapeInvisible(edge.label ?? '')}` : `Connection ${ends}`
}
