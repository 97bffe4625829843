import { terminalEdgeLabel } from '#components/canvas/terminals/terminal-flow.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step, StepGroup } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Problem } from '#core/definition/problem.ts'
import { stepTitle } from '#core/definition/title.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { modelTexts } from '../../texts/model.ts'
import { countWords } from '../problems/problem-store.ts'

export function typeLabel(step: Step): string {
  return step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].label
}

export function stepSummary(step: Step): string {
  return step.type === 'UNKNOWN' ? modelTexts.unknownType(step.written_type) : catalogue[step.type].summary(step)
}

export interface Named {
  readonly name: string
}

export function nodeLabel(step: Step, problems: readonly Problem[], people: readonly Named[] = []): string {
  const here = people.length === 0 ? '' : modelTexts.selectedBy(people.map(({ name }) => name).join(', '))
  return `${stepTitle(step)}, ${typeLabel(step)}${problemWords(problems)}${here}`
}

export function groupLabel({ title, steps }: StepGroup, problems: readonly Problem[]): string {
  return modelTexts.groupCollapsed(escapeInvisible(title), stepCount(steps.length), problemWords(problems))
}

export const stepCount = (count: number): string => (count === 1 ? modelTexts.oneStep : modelTexts.steps(count))

const problemWords = (problems: readonly Problem[]) => (problems.length === 0 ? '' : `, ${countWords(problems)}`)

export function edgeLabel(edge: GraphEdge): string {
  const terminal = terminalEdgeLabel(edge)
  if (terminal !== null) return terminal
  const ends = modelTexts.fromTo(escapeInvisible(edge.source), escapeInvisible(edge.target))
  if (edge.kind === 'failure') return modelTexts.onFailure(ends)
  return edge.kind === 'route' ? modelTexts.route(ends, escapeInvisible(edge.label ?? '')) : modelTexts.connection(ends)
}
