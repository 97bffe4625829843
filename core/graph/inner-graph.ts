import type { Layout, LoopStep, Step } from '#core/definition/definition.ts'
import { decompile } from './decompile.ts'
import type { Graph } from './graph.ts'

const nowhere: Layout = {}

/** What is inside of a LOOP. Steps of a body have names that differ in the whole workflow: those are their ids. */
export const loopBody = (loop: LoopStep, workflow: Graph['workflow']): Graph => innerGraph(loop.loop_body, workflow)

/** The same of any list of steps within a step. */
export function innerGraph(steps: readonly Step[], workflow: Graph['workflow']): Graph {
  const known = graphs.get(steps)
  if (known !== undefined) return known
  const graph = decompile({ ...workflow, steps }, nowhere)
  graphs.set(steps, graph)
  return graph
}

/** Lists of steps do not change: each has one graph. */
const graphs = new WeakMap<readonly Step[], Graph>()
