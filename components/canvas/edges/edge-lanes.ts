import { type EdgeShape, edgePath, type Lane, type Point, pointAlong } from './edge-path.ts'
import { labelSize } from './label-size.ts'
import { type Line, lineCrossings, linePasses } from './line-crossings.ts'

export interface LaneNode {
  readonly id: string
  readonly position: Point
  /** The node's own size, where it differs from the common size. */
  readonly width?: number
  readonly height?: number
}
export interface LaneEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly back: boolean
  /** The edge leaves the node at its right side. */
  readonly side?: boolean
  /** The label of the edge. */
  readonly label?: string | undefined
}

/** The usual size of a node, and whether both axes are swapped, as for a drawing from left to right. */
export interface LaneSize extends Size {
  readonly narrow?: boolean
}

/** Least distance in pixels from an edge to a node that it passes, and to another edge in its lane. */
const clearance = 14
/** Least distance for an edge that goes straight down from its start or to its end. */
const leastClearance = 8
const between = 12
/** Least distance where an edge bends. */
const closeBy = 4
/** A forward edge with a larger vertical span than this goes straight down a lane and bends at its ends. */
const longDrop = 150
/** The height in pixels that a bend takes, and the least that looks like a bend. */
const bend = { usual: 64, short: 24, least: 20 } as const
/** Costs of a column, in pixels of detour. */
const cost = { bend: 16, wiggle: 60, crossing: 320, label: 160, squeezed: 400, covered: 4_000 } as const
/** Number of neighbouring columns that are tried where a column is taken. */
const shifts = 12
/** Number of free columns that are compared on each side. */
const mostFree = 2
/** Number of passes in which lanes are chosen again, each with all other lanes known. */
const passes = 2
/** With more lanes than this, crossings are not counted. */
const mostLanes = 120
const samples = 6
/** Smallest horizontal offset of a column; a smaller one looks like a mistake. */
const columnGap = 12

/**
 * Lanes for the edges that are long or would otherwise run under a node; other edges need no lane. The chosen free
 * column has a short way that crosses few other edges. Edges that share a column lie side by side.
 */
export function edgeLanes(
  nodes: readonly LaneNode[],
  edges: readonly LaneEdge[],
  size: LaneSize,
): ReadonlyMap<string, Lane> {
  const routes = routesOf(nodes, edges, size)
  const laned = routes.filter((route) => route.needsLane)
  const counts = laned.length <= mostLanes
  for (let pass = 0; pass < (counts ? passes : 1); pass += 1) {
    let changed = false
    for (const route of laned) {
      const lane = route.edge.back ? backLane(route, laned) : bestLane(route, laned, counts ? routes : [])
      changed ||= lane.x !== route.lane?.x
      route.lane = lane
      route.known = null
    }
    if (!changed) break
  }
  return new Map(laned.flatMap(({ edge, lane }) => (lane === undefined ? [] : [[edge.id, lane] as const])))
}

interface Way {
  readonly edge: LaneEdge
  readonly size: LaneSize
  readonly from: Point
  readonly to: Point
  /** The nodes that the edge may run into. */
  readonly boxes: readonly Box[]
  readonly needsLane: boolean
  lane: Lane | undefined
  /** The line of the edge, computed on first use. */
  known: Line | null
  /** The places for the label when the edge has no lane. */
  readonly words: readonly Area[]
}

interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function routesOf(nodes: readonly LaneNode[], edges: readonly LaneEdge[], size: LaneSize): readonly Way[] {
  const tallest = nodes.reduce((most, { height }) => Math.max(most, height ?? 0), size.height)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const byHeight = nodes.toSorted((a, b) => a.position.y - b.position.y)
  return edges.flatMap((edge) => {
    const ends = endsOf(edge, byId, size)
    if (ends === null) return []
    const { from, to } = ends
    const boxes = boxesBetween(byHeight, Math.min(from.y, to.y), Math.max(from.y, to.y), size, tallest).filter(
      ({ id }) => id !== edge.source && id !== edge.target,
    )
    const isLaned = needsLane(edge, ends, boxes, size)
    const words = isLaned ? [] : wordsOf(edge, ends, size.narrow)
    return [{ edge, size, from, to, boxes, needsLane: isLaned, words, lane: undefined, known: null }]
  })
}

/** The places for a label: the usual place, and the middle. */
function wordsOf({ label, back, side }: LaneEdge, { from, to }: Ends, narrow: boolean | undefined): readonly Area[] {
  if (label === undefined) return []
  const { width, height } = labelSize(label, narrow)
  const [across, down] = [width / 2 + closeBy, height / 2 + closeBy]
  return [{}, { labelAt: 0.5 }].map((place) => {
    const { x, y } = edgePath(from, to, { back, side, narrow, ...place }).label
    return { left: x - across, right: x + across, top: y - down, bottom: y + down }
  })
}

function needsLane(edge: LaneEdge, ends: Ends, boxes: readonly Box[], size: LaneSize): boolean {
  const { back, side } = edge
  const { from, to } = ends
  const hits = () => {
    if (boxes.length === 0) return false
    const line = lineOf({ edge, size, ...ends }, {})
    const down = back ? line.toReversed() : line
    return boxes.some((box) => linePasses(down, { ...box, left: box.left - closeBy, right: box.right + closeBy }))
  }
  if (back) return to.y < from.y && hits()
  if (to.y - from.y < Math.min(size.height, longDrop)) return false
  // The edge would lead from the side of the node back under that node.
  if (side && to.x < from.x + columnGap) return true
  return (to.y - from.y > longDrop && Math.abs(to.x - from.x) > closeBy) || hits()
}

function lineOf({ edge, size, from, to }: Pick<Way, 'edge' | 'size' | 'from' | 'to'>, shape: EdgeShape): Line {
  const { curves } = edgePath(from, to, { back: edge.back, side: edge.side, narrow: size.narrow, ...shape })
  return curves.flatMap((curve, index) => {
    // Both ends are enough to describe a straight part.
    const isStraight = curves.length === 3 && index === 1
    const count = isStraight ? 1 : samples
    return Array.from({ length: count + 1 }, (_, at) => pointAlong([curve], at / count))
  })
}

function knownLine(route: Way): Line {
  route.known ??= lineOf(route, { lane: route.lane })
  return route.known
}

/** The best free column; columns with the shortest route come first. */
function bestLane(route: Way, laned: readonly Way[], routes: readonly Way[]): Lane {
  const { from, to } = route
  const beside = laned.flatMap((other) => (other !== route && other.lane !== undefined ? [other.lane] : []))
  const near = beside.filter(({ top, bottom }) => bottom >= from.y && top <= to.y)
  const others = routes.filter((other) => other !== route && !other.edge.back && mayMeet(other, from, to))
  const choices = columnsOf(route, near, others)
    .flatMap((x) => [laneAt(route, x, bend.usual, near), ...(x === to.x ? [] : [laneAt(route, x, bend.short, near)])])
    .toSorted((a, b) => a.cost - b.cost || a.lane.x - b.lane.x)
  let best = choices[0] as Choice
  let least = Number.POSITIVE_INFINITY
  for (const choice of choices) {
    if (choice.cost >= least) break
    const whole = wholeCost(choice, lineOf(route, { lane: choice.lane }), others, least)
    if (whole >= least) continue
    least = whole
    best = choice
  }
  return best.lane
}

const mayMeet = (route: Way, from: Point, to: Point) => route.from.y < to.y && route.to.y > from.y

/** The cost of a lane including crossed edges and covered labels. Counting stops at `limit`. */
function wholeCost(choice: Choice, line: Line, others: readonly Way[], limit: number): number {
  let whole = choice.cost
  for (const other of others) {
    if (whole >= limit) break
    whole += lineCrossings(line, knownLine(other)) * cost.crossing
    if (other.words.length > 0 && other.words.every((area) => linePasses(line, area))) whole += cost.label
  }
  return whole
}

/**
 * Candidate columns: straight down from the start, straight down to the end, beside every node on the way and beside
 * the labels at both ends.
 */
function columnsOf({ edge, from, to, boxes }: Way, beside: readonly Lane[], others: readonly Way[]): readonly number[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const least = edge.side ? from.x + leastClearance : Number.NEGATIVE_INFINITY
  const edges = boxes.flatMap((box) => [box.left - clearance, box.right + clearance])
  const beyond = (list: readonly number[]) => list.toSorted((a, b) => a - b)
  // Columns between both ends, and the next free columns on either side of them.
  const within = edges.filter((x) => x >= left && x <= right)
  const before = beyond(edges.filter((x) => x < left)).slice(-mostBeyond)
  const after = beyond(edges.filter((x) => x > right)).slice(0, mostBeyond)
  const outermost = edges.length === 0 ? [] : [Math.min(...edges), Math.max(...edges)]
  const besideWords = others.flatMap((other) => {
    const [area] = other.edge.source === edge.source || other.edge.target === edge.target ? other.words : []
    return area === undefined ? [] : [area.left - closeBy, area.right + closeBy]
  })
  const columns = new Set([
    from.x,
    to.x,
    Math.max(from.x, least),
    ...besideWords,
    ...before,
    ...within,
    ...after,
    ...outermost,
  ])
  const isFree = (x: number) => x >= least && beside.every((lane) => Math.abs(lane.x - x) >= between)
  const shifted = [...columns].flatMap((x) => {
    const by = (route: 1 | -1) => Array.from({ length: shifts }, (_, index) => x + route * (index + 1) * between)
    return [x, ...by(1).filter(isFree).slice(0, mostFree), ...by(-1).filter(isFree).slice(0, mostFree)]
  })
  return [...new Set(shifted)].filter((x) => x >= least)
}
const mostBeyond = 8

interface Choice {
  readonly lane: Lane
  readonly cost: number
}

/** A lane in a column and its cost. The bend at its end is as high as the nodes beside the bends allow. */
function laneAt({ edge, size, from, to, boxes }: Way, x: number, lastBend: number, beside: readonly Lane[]): Choice {
  // An edge at the side has to pass its own node as well.
  const start = edge.side ? from.y + size.height / 2 : from.y
  const middle = (start + to.y) / 2
  let top = Math.min(start + (edge.side ? closeBy : bend.usual), middle)
  let bottom = Math.max(to.y - lastBend, middle)
  let covered = 0
  for (const box of boxes) {
    const isOver = (a: number, b: number) => box.left - closeBy < Math.max(a, b) && box.right + closeBy > Math.min(a, b)
    if (isOver(from.x, x)) {
      if (edge.side && box.top - closeBy < from.y) covered += 1
      else if (box.top > start) top = Math.min(top, box.top - clearance)
    }
    if (isOver(x, to.x) && box.bottom < to.y) bottom = Math.max(bottom, box.bottom + clearance)
  }
  const room = x === from.x || x === to.x || edge.side ? leastClearance : clearance
  for (const box of boxes) {
    if (x > box.left - room && x < box.right + room && box.top < bottom && box.bottom > top) covered += 1
  }
  const taken = beside.some((lane) => Math.abs(lane.x - x) < between && lane.top < bottom && lane.bottom > top)
  const squeezed =
    Number(!edge.side && top - from.y < bend.least && x !== from.x) + Number(to.y - bottom < bend.least && x !== to.x)
  const bends = Number(x !== from.x) + Number(x !== to.x)
  const wiggles = [from.x, to.x].filter((end) => x !== end && Math.abs(x - end) < columnGap).length
  const lane = { x, top: Math.max(from.y, Math.min(top, bottom)), bottom: Math.min(to.y, Math.max(top, bottom)) }
  const against =
    (covered + Number(taken)) * cost.covered + squeezed * cost.squeezed + bends * cost.bend + wiggles * cost.wiggle
  const hurried = x === to.x ? 0 : (bend.usual - lastBend) / 4
  return { lane, cost: Math.abs(x - from.x) + Math.abs(x - to.x) + against + hurried }
}

/** The lane of a back edge: upwards on the right of everything between both ends. */
function backLane(route: Way, laned: readonly Way[]): Lane {
  const { from, to, boxes } = route
  const taken = laned.flatMap((other) => (other !== route && other.edge.back && other.lane ? [other.lane.x] : []))
  const right = Math.max(from.x, to.x, ...boxes.map((box) => box.right + clearance))
  let x = right
  while (taken.some((other) => Math.abs(other - x) < between)) x += between
  return { x, top: to.y, bottom: from.y }
}

interface Ends {
  readonly from: Point
  readonly to: Point
}

/** The points where an edge leaves its source and reaches its target; null where one of these nodes is missing. */
export function endsOf(edge: LaneEdge, nodes: ReadonlyMap<string, LaneNode>, size: Size): Ends | null {
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

interface Box extends Area {
  readonly id: string
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
