import type { ParallelStep, Step } from '#core/definition/definition.ts'
import { type Branch, branchGraph } from './branches.ts'
import { edgeId, type Graph, type GraphEdge } from './graph.ts'
import { loopBody } from './inner-graph.ts'
import { rememberTerminals } from './terminals.ts'

/** Ids of the nodes at which the branches of a PARALLEL step begin and end. */
export const forkIdOf = (step: string): string => `_fabric_fork/${step}`
export const joinIdOf = (step: string): string => `_fabric_join/${step}`

/**
 * The inside of a PARALLEL step as a graph of its own: each branch leads from the fork to the join. Ids are those of
 * `branchGraph`.
 */
export function branchLevel(step: ParallelStep, workflow: Graph['workflow']): Graph {
  const known = levels.get(step)
  if (known !== undefined) return known
  const { branches } = branchGraph(step)
  const [fork, join] = [forkIdOf(step.name), joinIdOf(step.name)]
  const level: Graph = { workflow, nodes: branches.map(nodeOf), edges: [] }
  rememberTerminals(level, {
    starts: branches.map(({ id }) => edgeOf(fork, id, 'start')),
    ends: branches.map(({ id }) => edgeOf(id, join, 'end')),
    isFork: true,
  })
  levels.set(step, level)
  return level
}

/** The graph that is drawn inside of a step, whose names are unique in the whole workflow; null for a step without one. */
export function insideOf(step: Step, workflow: Graph['workflow']): Graph | null {
  if (step.type === 'LOOP') return loopBody(step, workflow)
  return step.type === 'PARALLEL' ? branchLevel(step, workflow) : null
}

/** Graphs by step: steps are immutable. */
const levels = new WeakMap<ParallelStep, Graph>()

const nodeOf = ({ id, step }: Branch) => ({ id, step, position: { x: 0, y: 0 }, placed: false })

function edgeOf(source: string, target: string, terminal: 'start' | 'end'): GraphEdge {
  const ends = { from: source, to: target, kind: 'normal' } as const
  return { id: edgeId(ends), source, target, kind: 'normal', back: false, terminal }
}
