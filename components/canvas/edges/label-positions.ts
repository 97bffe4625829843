import { type Curve, type EdgeShape, edgePath, type Point, pointAlong } from './edge-path.ts'
import { labelSize } from './label-size.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** An edge as it is drawn, with its label. */
export interface DrawnEdge {
  readonly id: string
  readonly from: Point
  readonly to: Point
  readonly shape: EdgeShape
  readonly label?: string | undefined
}

/** Places for a label along its edge, besides its usual place. */
const places = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.12, 0.88]
/** Costs of covering a node, another label, and an edge. */
const weight = { node: 100, label: 40, edge: 8 } as const
/** Least distance in pixels between a label and its neighbours. */
const clearance = 4
/** Distance in pixels between the sample points of an edge. */
const spacing = 10
/** Above this number of edges, labels stay at their usual places. */
const mostEdges = 1_000

/** Number of passes in which labels are placed again, each with the places of all other labels known. */
const passes = 3

/**
 * Places of labels along their edges so that they cover no node, no other label and as few other edges as possible.
 * Labels whose usual place is good are left out. Labels are placed in the order of the edges, so a drawing always has
 * the same labels.
 */
export function labelPositions(nodes: readonly Box[], edges: readonly DrawnEdge[]): ReadonlyMap<string, number> {
  if (edges.length > mostEdges || edges.every(({ label }) => label === undefined)) return new Map()
  const drawn = edges.map((edge) => ({ ...edge, ...routeOf(edge) }))
  const labels = drawn.flatMap((edge): Label[] => {
    if (edge.label === undefined) return []
    const size = labelSize(edge.label, edge.shape.narrow)
    const reach = grown(edge.bounds, size)
    const isNear = (box: Box) => overlap(box, reach)
    const others = drawn.filter((other) => other.id !== edge.id && isNear(other.bounds))
    return [{ edge, size, reach, nodes: nodes.filter(isNear), others, along: null, box: boxAt(edge.usual, size) }]
  })
  for (let pass = 0; pass < passes; pass += 1) {
    let moved = false
    for (const label of labels) moved = positionLabel(label, labels) || moved
    if (!moved) break
  }
  return new Map(labels.flatMap(({ edge, along }) => (along === null ? [] : [[edge.id, along] as const])))
}

type Way = DrawnEdge & ReturnType<typeof routeOf>
interface Label {
  readonly edge: Way
  readonly size: { readonly width: number; readonly height: number }
  /** The area that holds everything the label may overlap. */
  readonly reach: Box
  readonly nodes: readonly Box[]
  readonly others: readonly Way[]
  along: number | null
  box: Box
}

/** Moves a label to the best place available; returns whether the label was moved. */
function positionLabel(label: Label, labels: readonly Label[]): boolean {
  const { edge, size, reach, nodes, others } = label
  const near = labels.filter((other) => other !== label && overlap(other.box, reach))
  const isCrossed = (other: Way, box: Box) => overlap(other.bounds, box) && other.points().some((at) => isIn(at, box))
  /** The exact cost below `most`; otherwise a lower bound of at least `most`, which is enough to reject the place. */
  const costOf = (box: Box, most: number) => {
    const covered = nodes.filter((other) => overlap(other, box)).length
    const words = near.filter((other) => overlap(inner(other), box)).length
    const over = covered * weight.node + words * weight.label
    if (over >= most) return over
    return over + others.filter((other) => isCrossed(other, box)).length * weight.edge
  }
  const before = label.along
  let least = costOf(label.box, Number.POSITIVE_INFINITY)
  for (const along of [null, ...places]) {
    if (least === 0) break
    const box = boxAt(along === null ? edge.usual : pointAlong(edge.curves, along), size)
    const cost = costOf(box, least)
    if (cost >= least) continue
    least = cost
    label.along = along
    label.box = box
  }
  return label.along !== before
}

const boxAt = ({ x, y }: Point, size: Label['size']): Box => grown({ left: x, right: x, top: y, bottom: y }, size)

/** The label's box without its clearance. */
const inner = ({ box: { left, right, top, bottom } }: Label): Box => ({
  left: left + clearance,
  right: right - clearance,
  top: top + clearance,
  bottom: bottom - clearance,
})

function routeOf({ from, to, shape }: DrawnEdge) {
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
