import type { Point } from '../geometry.ts'
import { turnedPoint } from '../layout/direction.ts'

export type { Point } from '../geometry.ts'

export interface EdgePath {
  /** The `d` of an SVG path, in canvas pixels. */
  readonly path: string
  /** The middle of the label. */
  readonly label: Point
  /** The path as cubic curves, one after the other; a straight part is also a curve. */
  readonly curves: readonly Curve[]
}

export type Curve = readonly [from: Point, a: Point, b: Point, to: Point]

/** The place of the label along the curve: nearer the target, so that the labels of one decision spread out. */
const labelAt = 0.62
/** The place of the label for an edge in a lane. */
const laneLabelAt = 0.3
/** The distance that a backward edge swings out to the right of both its ends. */
const backSwing = 156

/** Least vertical distance in pixels for a target to count as below. */
const leastDrop = 8
/** Two nodes whose middles are nearer than this stand in one column. */
const columnWidth = 232
/** The same distances where nodes are narrow, as those of a drawing from left to right are with both axes swapped. */
const narrowDistances = { backSwing: 76, columnWidth: 72 } as const

/** The route along the direction of the drawing, past the nodes between the ends of an edge; it is straight between `top` and `bottom`. */
export interface Lane {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

export interface EdgeShape {
  /** The edge leads back up, as part of a loop. */
  readonly back?: boolean | undefined
  readonly lane?: Lane | undefined
  /** The edge leaves the node at its right side instead of its bottom, as failure edges do. */
  readonly side?: boolean | undefined
  /** The place of the label along the path, from 0 to 1, where its usual place is taken. */
  readonly labelAt?: number | undefined
  /** The drawing runs from left to right: the same path with both axes swapped. */
  readonly turned?: boolean | undefined
  /** The axes of such a drawing are swapped already. */
  readonly narrow?: boolean | undefined
}

/** The path from the bottom of one node (or its right side) to the top of another. */
export function edgePath(source: Point, target: Point, { turned, ...shape }: EdgeShape = {}): EdgePath {
  if (!turned) return placedLabel(routeOf(source, target, shape), shape.labelAt)
  const down = edgePath(turnedPoint(source), turnedPoint(target), { ...shape, narrow: true })
  const curves = down.curves.map(([from, a, b, to]): Curve => {
    return [turnedPoint(from), turnedPoint(a), turnedPoint(b), turnedPoint(to)]
  })
  return { path: pathOf(curves), label: turnedPoint(down.label), curves }
}

const placedLabel = (route: EdgePath, along: number | undefined): EdgePath =>
  along === undefined ? route : { ...route, label: pointAlong(route.curves, along) }

/** The `d` of curves that follow each other; a part whose control points are its ends is a line. */
function pathOf(curves: readonly Curve[]): string {
  const [[start] = [{ x: 0, y: 0 }]] = curves
  const parts = curves.map(([from, a, b, to]) =>
    isSame(from, a) && isSame(b, to) ? `L${to.x} ${to.y}` : `C${a.x} ${a.y} ${b.x} ${b.y} ${to.x} ${to.y}`,
  )
  return `M${start.x} ${start.y}${parts.join('')}`
}

const isSame = (one: Point, other: Point) => one.x === other.x && one.y === other.y

/** A point of a way; `along` runs from 0 at its start to 1 at its end. */
export function pointAlong(curves: readonly Curve[], along: number): Point {
  const lengths = curves.map(([from, a, b, to]) => distance(from, a) + distance(a, b) + distance(b, to))
  let left = along * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, curve] of curves.entries()) {
    const length = lengths[index] as number
    if (left <= length || index === curves.length - 1) return pointOnCurve(...curve, length === 0 ? 0 : left / length)
    left -= length
  }
  return { x: 0, y: 0 }
}

const distance = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

function routeOf(source: Point, target: Point, { back, lane, side, narrow }: EdgeShape): EdgePath {
  const distances = narrow ? narrowDistances : { backSwing, columnWidth }
  const around = Math.max(source.x, target.x) + distances.backSwing
  const isAbove = target.y - source.y < leastDrop
  // Up between two columns there is room to swing through; within one, only around the side.
  if (back || isAbove) {
    if (lane && lane.x > Math.max(source.x, target.x)) return backwardPath(source, target, lane.x)
    const isOneColumn = Math.abs(target.x - source.x) < distances.columnWidth
    return isOneColumn ? backwardPath(source, target, around) : swing(source, target)
  }
  // A lane is ignored while an end of the edge is dragged past it.
  if (lane && lane.top >= source.y && lane.bottom <= target.y) return lanePath(source, target, lane, side ?? false)
  if (side) return sidePath(source, target)
  const middle = (source.y + target.y) / 2
  return curve(source, { x: source.x, y: middle }, { x: target.x, y: middle }, target, labelAt)
}

/** Out to the right and then down. */
function sidePath(source: Point, target: Point): EdgePath {
  const out = { x: source.x + 48, y: source.y }
  const into = { x: target.x, y: target.y - Math.max(48, (target.y - source.y) / 2) }
  return curve(source, out, into, target)
}

/** Up (or level) between two columns: down first, over, and in from above. */
function swing(source: Point, target: Point): EdgePath {
  const reach = Math.min(160, Math.max(56, Math.abs(target.y - source.y) / 2))
  return curve(source, { x: source.x, y: source.y + reach }, { x: target.x, y: target.y - reach }, target)
}

function curve(from: Point, a: Point, b: Point, to: Point, t = 0.5): EdgePath {
  const curves: readonly Curve[] = [[from, a, b, to]]
  return { path: pathOf(curves), label: pointOnCurve(from, a, b, to, t), curves }
}

const straight = (from: Point, to: Point): Curve => [from, from, to, to]

/** Two curves with a straight part between them. */
function bent(first: Curve, last: Curve, label: Point): EdgePath {
  const curves: readonly Curve[] = [first, straight(first[3], last[0]), last]
  return { path: pathOf(curves), label, curves }
}

function lanePath(source: Point, target: Point, { x, top, bottom }: Lane, side: boolean): EdgePath {
  const above = (source.y + top) / 2
  const below = (bottom + target.y) / 2
  const out: readonly [Point, Point] = side
    ? [
        { x: Math.min(source.x + 32, x), y: source.y },
        { x, y: source.y },
      ]
    : [
        { x: source.x, y: above },
        { x, y: above },
      ]
  return bent(
    [source, ...out, { x, y: top }],
    [{ x, y: bottom }, { x, y: below }, { x: target.x, y: below }, target],
    // Above the middle, where the labels of plain edges are not.
    { x, y: top + (bottom - top) * laneLabelAt },
  )
}

function backwardPath(source: Point, target: Point, x: number): EdgePath {
  const middle = (source.y + target.y) / 2
  const reach = 48
  return bent(
    [source, { x: source.x, y: source.y + reach }, { x, y: source.y + reach }, { x, y: source.y - reach / 2 }],
    [{ x, y: target.y + reach / 2 }, { x, y: target.y - reach }, { x: target.x, y: target.y - reach }, target],
    { x, y: middle },
  )
}

/** A point of a cubic Bézier curve; `t` runs from 0 at its start to 1 at its end. */
function pointOnCurve(from: Point, a: Point, b: Point, to: Point, t: number): Point {
  const s = 1 - t
  const weigh = (p: number, q: number, r: number, w: number) =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * w
  return { x: weigh(from.x, a.x, b.x, to.x), y: weigh(from.y, a.y, b.y, to.y) }
}
