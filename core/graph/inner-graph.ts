import type { Layout, LoopStep, Step } from '#core/definition/definition.ts'
import { decompile } from './decompile.ts'
import type { Graph } from './graph.ts'

const nowhere: Layout = {}

/** The graph of a LOOP's body. Names of inner steps are unique in the whole workflow, and are the ids. */
export const loopBody = (loop: LoopStep, workflow: Graph['workflow']): Graph => innerGraph(loop.loop_body, workflow)

/** The graph of any inner list of steps. */
export function innerGraph(steps: readonly Step[], workflow: Graph['workflow']): Graph {
  const known = graphs.get(steps)
  if (known !== undefined) return known
  const graph = decompile({ ...workflow, steps }, nowhere)
  graphs.set(steps, graph)
  return graph
}

/** Graphs by list: lists of steps are immutable. */
const graphs = new WeakMap<readonly Step[], Graph>()
