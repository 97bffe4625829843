import { forwardPoint, type Lane, type Point } from './edge-path.ts'

export interface LaneNode {
  readonly id: string
  readonly position: Point
  /** Its own size, where that is not everybody's. */
  readonly width?: number
  readonly height?: number
}
export interface LaneEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly back: boolean
  /** Leaves the node at its right side. */
  readonly side?: boolean
}

/** How near an edge may come to a node that it passes, and to another edge in its lane. */
const clearance = 14
const between = 12
const samples = 16

/**
 * Lanes for the forward edges that would otherwise run under a node; the others
 * need none. The nearest free column between both ends is taken, and edges that
 * share it lie side by side.
 */
export function edgeLanes(
  nodes: readonly LaneNode[],
  edges: readonly LaneEdge[],
  size: Size,
): ReadonlyMap<string, Lane> {
  const tallest = nodes.reduce((most, { height }) => Math.max(most, height ?? 0), size.height)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const byHeight = nodes.toSorted((a, b) => a.position.y - b.position.y)
  const lanes = new Map<string, Lane>()
  for (const edge of edges) {
    const ends = edge.back ? null : endsOf(edge, byId, size)
    if (ends === null) continue
    const { from, to } = ends
    if (to.y - from.y < size.height) continue
    const boxes = boxesBetween(byHeight, from.y, to.y, size, tallest).filter(
      ({ id }) => id !== edge.source && id !== edge.target,
    )
    const hit = boxes.filter((box) => crosses(from, to, box))
    if (hit.length === 0) continue
    const beside = [...lanes.values()].filter(({ top, bottom }) => bottom >= from.y && top <= to.y)
    const least = edge.side ? from.x + clearance : Number.NEGATIVE_INFINITY
    const x = column(from, to, boxes, beside, lanes.size, least)
    const top = Math.max(from.y, Math.min(...boxes.map((box) => box.top)) - clearance)
    const bottom = Math.min(to.y, Math.max(...boxes.map((box) => box.bottom)) + clearance)
    lanes.set(edge.id, { x, top, bottom })
  }
  return lanes
}

/** Where an edge leaves its source and reaches its target; null where one of them is not there. */
export function endsOf(
  edge: LaneEdge,
  nodes: ReadonlyMap<string, LaneNode>,
  size: Size,
): { readonly from: Point; readonly to: Point } | null {
  const source = nodes.get(edge.source)
  const target = nodes.get(edge.target)
  if (source === undefined || target === undefined) return null
  const [fromSize, toSize] = [sizeOf(source, size), sizeOf(target, size)]
  const from = edge.side
    ? { x: source.position.x + fromSize.width, y: source.position.y + size.height / 2 }
    : { x: source.position.x + fromSize.width / 2, y: source.position.y + fromSize.height }
  return { from, to: { x: target.position.x + toSize.width / 2, y: target.position.y } }
}

interface Size {
  readonly width: number
  readonly height: number
}

const sizeOf = ({ width, height }: LaneNode, usual: Size): Size => ({
  width: width ?? usual.width,
  height: height ?? usual.height,
})

interface Box {
  readonly id: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function boxesBetween(
  byHeight: readonly LaneNode[],
  top: number,
  bottom: number,
  usual: Size,
  tallest: number,
): readonly Box[] {
  const boxes: Box[] = []
  for (let at = firstBelow(byHeight, top - tallest); at < byHeight.length; at += 1) {
    const node = byHeight[at]
    if (node === undefined || node.position.y >= bottom) break
    const { x, y } = node.position
    const size = sizeOf(node, usual)
    if (y + size.height <= top) continue
    boxes.push({ id: node.id, left: x, right: x + size.width, top: y, bottom: y + size.height })
  }
  return boxes
}

/** The index of the first node whose top is below `y`. */
function firstBelow(byHeight: readonly LaneNode[], y: number): number {
  let low = 0
  let high = byHeight.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((byHeight[middle]?.position.y ?? 0) <= y) low = middle + 1
    else high = middle
  }
  return low
}

function crosses(from: Point, to: Point, box: Box): boolean {
  for (let step = 1; step < samples; step += 1) {
    const { x, y } = forwardPoint(from, to, step / samples)
    if (x > box.left - 4 && x < box.right + 4 && y > box.top && y < box.bottom) return true
  }
  return false
}

function column(
  from: Point,
  to: Point,
  boxes: readonly Box[],
  beside: readonly Lane[],
  shifts: number,
  least: number,
): number {
  const candidates = [
    from.x,
    to.x,
    Math.max(from.x, least),
    ...boxes.flatMap((box) => [box.left - clearance, box.right + clearance]),
  ]
  const free = (x: number) =>
    x >= least &&
    boxes.every((box) => x <= box.left - clearance || x >= box.right + clearance) &&
    beside.every((lane) => Math.abs(lane.x - x) >= between)
  const cost = (x: number) => Math.abs(x - from.x) + Math.abs(x - to.x)
  let best: number | null = null
  for (const candidate of candidates) {
    for (let shift = 0; shift <= shifts; shift += 1) {
      const found = [candidate + shift * between, candidate - shift * between].find(free)
      if (found === undefined) continue
      if (best === null || cost(found) < cost(best)) best = found
      break
    }
  }
  return best ?? to.x
}
