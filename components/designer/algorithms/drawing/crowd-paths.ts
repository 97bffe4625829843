import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { edgeBetween, type PlacedNode } from './edge-ends.ts'

/** The paths of many edges that are drawn at once: each is the `d` of one SVG path. */
export interface CrowdPaths {
  readonly plain: string
  readonly failure: string
  readonly selected: string
}

export function crowdPaths(
  nodes: readonly (PlacedNode & Pick<WorkflowFlowNode, 'id'>)[],
  edges: readonly Pick<WorkflowFlowEdge, 'source' | 'target' | 'data' | 'selected'>[],
): CrowdPaths {
  const places = new Map(nodes.map((node) => [node.id, node]))
  const paths = { plain: '', failure: '', selected: '' }
  for (const { source, target, data, selected } of edges) {
    const from = places.get(source)
    const to = places.get(target)
    if (from === undefined || to === undefined) continue
    const { path } = edgeBetween(from, to, data)
    paths[selected ? 'selected' : data?.kind === 'failure' ? 'failure' : 'plain'] += path
  }
  return paths
}
