import type { Graph } from '#core/graph/graph.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import { endsOf, type LaneEdge } from '../edges/edge-lanes.ts'
import { type EdgePath, edgePath, pointAlong } from '../edges/edge-path.ts'
import { routedEdge } from '../edges/edge-routes.ts'
import { labelSize } from '../edges/label-size.ts'
import { levelRoutes } from '../edges/level-routes.ts'
import type { Line } from '../edges/line-crossings.ts'
import { composeDrawing, sizeOf } from '../expansion/compose-drawing.ts'
import { type Direction, turnedPoint, turnedSize } from '../layout/direction.ts'
import type { LayoutPositions } from '../layout/layout-request.ts'
import { nodeSize } from '../measures.ts'
import { placeTerminals } from '../terminals/place-terminals.ts'

export interface DrawnBox {
  readonly id: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface DrawnLine extends LaneEdge {
  readonly path: EdgePath
  readonly line: Line
  readonly words: Omit<DrawnBox, 'id'> | null
}

/**
 * A graph as the canvas draws it once it is arranged: layout, start and ends, lanes and labels together. For tests and
 * benchmarks, as if it ran from top to bottom: one from left to right has both axes swapped.
 */
export function drawGraph(graph: Graph, places: LayoutPositions, direction: Direction) {
  const isTurned = direction === 'right'
  const terminals = terminalsOf(graph)
  const steps = graph.nodes.map((node) => ({ node, position: places[node.id] ?? node.position }))
  const edges = [...graph.edges, ...terminals.starts, ...terminals.ends].map(routedEdge)
  const level = { nodes: [...steps, ...placeTerminals(steps, terminals, direction, places)], edges }
  const { nodes } = composeDrawing<{ readonly id: string }, LaneEdge>(level, new Map(), direction)
  const routes = levelRoutes(nodes, edges, direction)
  const boxes = nodes.map((drawn): DrawnBox => {
    const { x, y } = isTurned ? turnedPoint(drawn.position) : drawn.position
    const { width, height } = isTurned ? turnedSize(sizeOf(drawn)) : sizeOf(drawn)
    return { id: drawn.node.id, left: x, right: x + width, top: y, bottom: y + height }
  })
  const byId = new Map(
    boxes.map(({ id, left, top, right, bottom }) => [
      id,
      { id, position: { x: left, y: top }, width: right - left, height: bottom - top },
    ]),
  )
  const size = isTurned ? turnedSize(nodeSize) : nodeSize
  const lines = edges.flatMap((edge): DrawnLine[] => {
    const ends = endsOf(edge, byId, size)
    if (ends === null) return []
    const { back, side, label } = edge
    const path = edgePath(ends.from, ends.to, { back, side, narrow: isTurned, ...routes.get(edge.id) })
    const line = path.curves.flatMap((curve) => [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => pointAlong([curve], at)))
    return [{ ...edge, path, line, words: label === undefined ? null : wordsAt(path, label, isTurned) }]
  })
  return { boxes, lines }
}

function wordsAt({ label: { x, y } }: EdgePath, label: string, isTurned: boolean) {
  const { width, height } = labelSize(label, isTurned)
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}
