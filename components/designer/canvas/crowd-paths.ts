import { edgePath } from '#components/canvas/edge-path.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'

/** The ways of many edges, drawn at once: each the `d` of one SVG path. */
export interface CrowdPaths {
  readonly plain: string
  readonly failure: string
  readonly selected: string
}

export function crowdPaths(
  nodes: readonly Pick<WorkflowFlowNode, 'id' | 'position'>[],
  edges: readonly Pick<WorkflowFlowEdge, 'source' | 'target' | 'data' | 'selected'>[],
): CrowdPaths {
  const places = new Map(nodes.map(({ id, position }) => [id, position]))
  const paths = { plain: '', failure: '', selected: '' }
  for (const { source, target, data, selected } of edges) {
    const from = places.get(source)
    const to = places.get(target)
    if (from === undefined || to === undefined) continue
    const side = data?.kind === 'failure'
    const start = side
      ? { x: from.x + nodeSize.width, y: from.y + nodeSize.height / 2 }
      : { x: from.x + nodeSize.width / 2, y: from.y + nodeSize.height }
    const end = { x: to.x + nodeSize.width / 2, y: to.y }
    const { path } = edgePath(start, end, { back: data?.back, lane: data?.lane, side })
    paths[selected ? 'selected' : side ? 'failure' : 'plain'] += path
  }
  return paths
}
