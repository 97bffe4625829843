import * as dagre from '@dagrejs/dagre'
import { type Direction, turnedPoints, turnedSize } from './direction.ts'
import { fewerCrossings, type Link } from './fewer-crossings.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'
import { alignedWith, nearLayout } from './near-layout.ts'
import { rankedLayout } from './ranked-layout.ts'

const gap = { betweenNodes: 24, betweenRanks: 56 } as const
const grid = 4
/**
 * Above this number of nodes a simpler ranking is used, which takes a quarter less time and seldom gives other ranks.
 */
const simplerAbove = 500

/** Layered layout in the direction of the request; one from left to right has both axes swapped. */
export function layeredLayout(request: LayoutRequest): LayoutPositions {
  if (request.direction !== 'right') return downwards(request)
  const { nodes, before } = request
  const places = downwards({
    ...request,
    nodes: nodes.map((node) => ({ ...node, ...turnedSize(node) })),
    ...(before && { before: turnedPoints(before) }),
  })
  return turnedPoints(places)
}

/**
 * Layered top-down layout. Deterministic: nodes enter in the order given (the
 * order of the text), edges sorted, so the same graph always gets the same
 * picture. Back edges are left out, so that a loop does not turn the page
 * upside down.
 */
function downwards(request: LayoutRequest): LayoutPositions {
  try {
    const places = layered(request)
    return request.before === undefined ? places : alignedWith(places, request.before)
  } catch (error) {
    // A chain of thousands of steps exceeds the recursion depth of the library.
    if (error instanceof RangeError) return rankedLayout(request)
    throw error
  }
}

function layered(request: LayoutRequest): LayoutPositions {
  const graph = new dagre.graphlib.Graph()
  const ranker = request.nodes.length > simplerAbove ? 'tight-tree' : 'network-simplex'
  graph.setGraph({
    rankdir: 'TB',
    nodesep: gap.betweenNodes,
    ranksep: gap.betweenRanks,
    marginx: 0,
    marginy: 0,
    ranker,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  const order = new Map(request.nodes.map((node, index) => [node.id, index]))
  for (const node of request.nodes) graph.setNode(node.id, { width: node.width, height: node.height })
  const forward = request.edges.filter(
    (edge) => !edge.back && edge.source !== edge.target && order.has(edge.source) && order.has(edge.target),
  )
  const rank = (id: string) => order.get(id) ?? 0
  forward.sort((a, b) => rank(a.source) - rank(b.source) || rank(a.target) - rank(b.target))
  for (const { source, target, labelWidth } of forward) {
    graph.setEdge(source, target, labelWidth === undefined ? {} : labelBox(labelWidth, request.direction))
  }
  const atSide = new Set(
    forward.flatMap(({ source, target, side }) => (side ? [JSON.stringify([source, target])] : [])),
  )
  const isAtSide = ({ v, w }: dagre.Edge) => atSide.has(JSON.stringify([v, w]))
  dagre.layout(graph, {
    customOrder: (layered, order) => reorder(layered, order, { isAtSide, before: request.before }),
  })
  const positions: Record<string, { x: number; y: number }> = {}
  for (const node of request.nodes) {
    const placed = graph.node(node.id)
    positions[node.id] = { x: snap(placed.x - node.width / 2), y: snap(placed.y - node.height / 2) }
  }
  return positions
}

const labelHeight = 18
/** Room beside a label along a drawing from left to right, in which the edges of one decision part. */
const besideLabel = 32

function labelBox(labelWidth: number, direction: Direction | undefined) {
  const isTurned = direction === 'right'
  const size = { width: isTurned ? labelWidth + besideLabel : labelWidth, height: labelHeight }
  return { ...(isTurned ? turnedSize(size) : size), labelpos: 'c' as const }
}

type LayeredGraph = dagre.Graph<dagre.GraphLabel, dagre.NodeLabel, dagre.EdgeLabel>

/** The order of the nodes in each layer: the library's, in which long edges have a position, or an order with fewer crossings. */
function reorder(
  graph: LayeredGraph,
  order: (graph: LayeredGraph) => void,
  { isAtSide, before }: { isAtSide: (edge: dagre.Edge) => boolean; before: LayoutPositions | undefined },
): void {
  order(graph)
  const ids = graph.nodes()
  const numbers = new Map(ids.map((id, index) => [id, index]))
  const layers: number[][] = []
  for (const [index, id] of ids.entries()) {
    const { rank = 0, order: at = 0 } = graph.node(id)
    layers[rank] ??= []
    ;(layers[rank] as number[])[at] = index
  }
  const links = graph.edges().map((edge): Link => {
    const { v, w } = edge
    return {
      from: numbers.get(v) as number,
      to: numbers.get(w) as number,
      side: isAtSide(graph.node(w).edgeObj ?? edge) && !graph.node(v).edgeObj,
    }
  })
  const best = fewerCrossings(layers, links)
  const columns = ids.map((id) => before?.[id]?.x)
  const bends = ids.map((id) => {
    const { v = '', w = '' } = graph.node(id).edgeObj ?? {}
    const [from, to] = [before?.[v]?.x, before?.[w]?.x]
    return from === undefined || to === undefined ? (from ?? to) : (from + to) / 2
  })
  for (const layer of before === undefined ? best : nearLayout(best, links, columns, bends)) {
    for (const [index, node] of layer.entries()) graph.node(ids[node] as string).order = index
  }
}

const snap = (value: number) => Math.round(value / grid) * grid
