import type { EdgePath, Point } from '#components/canvas/edges/edge-path.ts'
import { edgePath } from '#components/canvas/edges/edge-path.ts'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { edgeShape, type WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'

export interface PlacedNode {
  readonly position: Point
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The ends of an edge between two nodes, where the canvas library does not draw the edge. */
export function edgeBetween(from: PlacedNode, to: PlacedNode, data: WorkflowFlowEdge['data']): EdgePath {
  const { width, height } = sizeOf(from)
  const { x, y } = from.position
  const target = sizeOf(to)
  const isFailure = data?.kind === 'failure'
  if (data?.direction === 'right') {
    const start = isFailure ? { x: x + nodeSize.width / 2, y: y + height } : { x: x + width, y: y + height / 2 }
    return edgePath(start, { x: to.position.x, y: to.position.y + target.height / 2 }, edgeShape(data))
  }
  const start = isFailure ? { x: x + width, y: y + nodeSize.height / 2 } : { x: x + width / 2, y: y + height }
  return edgePath(start, { x: to.position.x + target.width / 2, y: to.position.y }, edgeShape(data))
}

const sizeOf = ({ width = nodeSize.width, height = nodeSize.height }: PlacedNode): Size => ({ width, height })
