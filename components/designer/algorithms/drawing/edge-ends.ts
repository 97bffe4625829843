import type { EdgePath, Point } from '#components/canvas/edges/edge-path.ts'
import { edgePath } from '#components/canvas/edges/edge-path.ts'
import type { Size } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'

export interface PlacedNode {
  readonly position: Point
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The ends of an edge between two nodes, where the canvas library does not draw the edge. */
export function edgeBetween(from: PlacedNode, to: PlacedNode, data: WorkflowFlowEdge['data']): EdgePath {
  const side = data?.kind === 'failure'
  const { width, height } = sizeOf(from)
  const { x, y } = from.position
  const start = side ? { x: x + width, y: y + nodeSize.height / 2 } : { x: x + width / 2, y: y + height }
  const end = { x: to.position.x + sizeOf(to).width / 2, y: to.position.y }
  return edgePath(start, end, { back: data?.back, lane: data?.lane, labelAt: data?.labelAt, side })
}

const sizeOf = ({ width = nodeSize.width, height = nodeSize.height }: PlacedNode): Size => ({ width, height })
