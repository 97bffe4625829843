import type { Layout, LoopStep } from '#core/definition/definition.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'

const nowhere: Layout = {}

/** What is inside of a LOOP. Steps of a body have names that differ in the whole workflow: those are their ids. */
export function loopBody(loop: LoopStep, workflow: Graph['workflow']): Graph {
  const known = bodies.get(loop.loop_body)
  if (known !== undefined) return known
  const graph = decompile({ ...workflow, steps: loop.loop_body }, nowhere)
  bodies.set(loop.loop_body, graph)
  return graph
}

/** Lists of steps do not change: each has one graph. */
const bodies = new WeakMap<LoopStep['loop_body'], Graph>()
