export interface Point {
  readonly x: number
  readonly y: number
}

export interface EdgePath {
  /** The `d` of an SVG path, in canvas pixels. */
  readonly path: string
  /** Where the middle of the label goes. */
  readonly label: Point
}

/** How far along the curve the label sits: nearer the target, so that the labels of one decision spread out. */
const labelAt = 0.62
/** The same for an edge in a lane. */
const laneLabelAt = 0.3
/** How far a backward edge swings out to the right of both its ends. */
const backSwing = 156

/** Less than this from bottom to top, in pixels, and the target does not count as below. */
const leastDrop = 8
/** Two nodes whose middles are nearer than this stand in one column. */
const columnWidth = 232

/** A vertical way past the nodes that stand between the ends of an edge; between `top` and `bottom` it is straight. */
export interface Lane {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

export interface EdgeShape {
  /** Leads back up: part of a loop. */
  readonly back?: boolean | undefined
  readonly lane?: Lane | undefined
  /** Leaves the node at its right side instead of its bottom, as failure edges do. */
  readonly side?: boolean | undefined
}

/** From the bottom of one node (or its right side) to the top of another. */
export function edgePath(source: Point, target: Point, { back, lane, side }: EdgeShape = {}): EdgePath {
  const isAbove = target.y - source.y < leastDrop
  // Up between two columns there is room to swing through; within one, only around the side.
  if (back || isAbove)
    return Math.abs(target.x - source.x) < columnWidth ? backwardPath(source, target) : swing(source, target)
  // While an end is being dragged past its lane, the lane means nothing.
  if (lane && lane.top >= source.y && lane.bottom <= target.y) return lanePath(source, target, lane, side ?? false)
  if (side) return sidePath(source, target)
  const middle = (source.y + target.y) / 2
  return {
    path: `M${source.x} ${source.y}C${source.x} ${middle} ${target.x} ${middle} ${target.x} ${target.y}`,
    label: forwardPoint(source, target, labelAt),
  }
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

function curve(from: Point, a: Point, b: Point, to: Point): EdgePath {
  return {
    path: `M${from.x} ${from.y}C${a.x} ${a.y} ${b.x} ${b.y} ${to.x} ${to.y}`,
    label: pointOnCurve(from, a, b, to, 0.5),
  }
}

/** A point of the plain way down; `t` runs from 0 at its start to 1 at its end. */
export function forwardPoint(source: Point, target: Point, t: number): Point {
  const middle = (source.y + target.y) / 2
  return pointOnCurve(source, { x: source.x, y: middle }, { x: target.x, y: middle }, target, t)
}

function lanePath(source: Point, target: Point, { x, top, bottom }: Lane, side: boolean): EdgePath {
  const above = (source.y + top) / 2
  const out = side ? `${source.x + 32} ${source.y} ${x} ${source.y}` : `${source.x} ${above} ${x} ${above}`
  const below = (bottom + target.y) / 2
  return {
    path:
      `M${source.x} ${source.y}C${out} ${x} ${top}` +
      `L${x} ${bottom}C${x} ${below} ${target.x} ${below} ${target.x} ${target.y}`,
    // Above the middle, where the labels of plain edges are not.
    label: { x, y: top + (bottom - top) * laneLabelAt },
  }
}

function backwardPath(source: Point, target: Point): EdgePath {
  const x = Math.max(source.x, target.x) + backSwing
  const middle = (source.y + target.y) / 2
  const reach = 48
  return {
    path:
      `M${source.x} ${source.y}C${source.x} ${source.y + reach} ${x} ${source.y + reach} ${x} ${source.y - reach / 2}` +
      `L${x} ${target.y + reach / 2}C${x} ${target.y - reach} ${target.x} ${target.y - reach} ${target.x} ${target.y}`,
    label: { x, y: middle },
  }
}

/** A point of a cubic Bézier curve; `t` runs from 0 at its start to 1 at its end. */
function pointOnCurve(from: Point, a: Point, b: Point, to: Point, t: number): Point {
  const s = 1 - t
  const weigh = (p: number, q: number, r: number, w: number) =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * w
  return { x: weigh(from.x, a.x, b.x, to.x), y: weigh(from.y, a.y, b.y, to.y) }
}
