import { type Curve, type EdgeShape, edgePath, type Point, pointAlong } from './edge-path.ts'
import { labelSize } from './label-size.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** An edge as it is drawn, with the words on it. */
export interface DrawnEdge {
  readonly id: string
  readonly from: Point
  readonly to: Point
  readonly shape: EdgeShape
  readonly label?: string | undefined
}

/** Where a label may stand along its edge, besides its usual place. */
const places = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.12, 0.88]
/** How bad it is to stand over a node, over other words, and over an edge. */
const weight = { node: 100, label: 40, edge: 1 } as const
/** Pixels that a label keeps from what is beside it. */
const clearance = 4
/** Pixels between the points by which an edge is known. */
const spacing = 10
/** In more edges than this, labels stay at their usual places. */
const mostEdges = 1_000

/**
 * Where labels stand along their edges so that they cover no node, no other
 * label and as few other edges as possible; those that stand well at their
 * usual place are left out. In the order of the edges, so the same drawing
 * always has the same labels.
 */
export function labelPlaces(nodes: readonly Box[], edges: readonly DrawnEdge[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const labelled = edges.filter(({ label }) => label !== undefined)
  if (labelled.length === 0 || edges.length > mostEdges) return found
  const drawn = edges.map((edge) => ({ ...edge, ...wayOf(edge) }))
  const taken: Box[] = []
  for (const { id, label, curves, usual, bounds } of drawn) {
    if (label === undefined) continue
    const size = labelSize(label)
    const reach = grown(bounds, size)
    const near = {
      nodes: nodes.filter((box) => overlap(box, reach)),
      labels: taken.filter((box) => overlap(box, reach)),
      edges: drawn.filter((other) => other.id !== id && overlap(other.bounds, reach)),
    }
    const costOf = (point: Point) => {
      const box = grown({ left: point.x, right: point.x, top: point.y, bottom: point.y }, size)
      const count = (boxes: readonly Box[]) => boxes.filter((other) => overlap(other, box)).length
      const crossed = near.edges.filter((other) => other.points().some((at) => isIn(at, box))).length
      return count(near.nodes) * weight.node + count(near.labels) * weight.label + crossed * weight.edge
    }
    let best: { readonly along: number | null; readonly point: Point; readonly cost: number } = {
      along: null,
      point: usual,
      cost: costOf(usual),
    }
    for (const along of places) {
      if (best.cost === 0) break
      const point = pointAlong(curves, along)
      const cost = costOf(point)
      if (cost < best.cost) best = { along, point, cost }
    }
    const { x, y } = best.point
    taken.push(grown({ left: x, right: x, top: y, bottom: y }, size))
    if (best.along !== null) found.set(id, best.along)
  }
  return found
}

function wayOf({ from, to, shape }: DrawnEdge) {
  const { curves, label: usual } = edgePath(from, to, shape)
  const corners = curves.flat()
  const bounds: Box = {
    left: Math.min(...corners.map(({ x }) => x)),
    right: Math.max(...corners.map(({ x }) => x)),
    top: Math.min(...corners.map(({ y }) => y)),
    bottom: Math.max(...corners.map(({ y }) => y)),
  }
  let known: readonly Point[] | null = null
  const points = () => {
    known ??= pointsOf(curves, bounds)
    return known
  }
  return { curves, usual, bounds, points }
}

function pointsOf(curves: readonly Curve[], { left, right, top, bottom }: Box): readonly Point[] {
  const count = Math.ceil((right - left + bottom - top) / spacing)
  return Array.from({ length: count + 1 }, (_, index) => pointAlong(curves, count === 0 ? 0 : index / count))
}

/** A box with room for half a label on each side of it. */
function grown({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): Box {
  const [x, y] = [width / 2 + clearance, height / 2 + clearance]
  return { left: left - x, right: right + x, top: top - y, bottom: bottom + y }
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const isIn = ({ x, y }: Point, box: Box) => x > box.left && x < box.right && y > box.top && y < box.bottom
