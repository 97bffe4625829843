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

/** A vertical way past the nodes that stand between the ends of an edge; between `top` and `bottom` it is straight. */
export interface Lane {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

/** From the bottom of one node to the top of another; a backward edge goes round on the right. */
export function edgePath(source: Point, target: Point, back: boolean, lane?: Lane): EdgePath {
  // A step placed above the one that leads to it is reached the same way: straight on would run under both.
  if (back || target.y < source.y) return backwardPath(source, target)
  // While an end is being dragged past its lane, the lane means nothing.
  if (lane && lane.top >= source.y && lane.bottom <= target.y) return lanePath(source, target, lane)
  const middle = (source.y + target.y) / 2
  return {
    path: `M${source.x} ${source.y}C${source.x} ${middle} ${target.x} ${middle} ${target.x} ${target.y}`,
    label: forwardPoint(source, target, labelAt),
  }
}

/** A point of the plain way down; `t` runs from 0 at its start to 1 at its end. */
export function forwardPoint(source: Point, target: Point, t: number): Point {
  const middle = (source.y + target.y) / 2
  return pointOnCurve(source, { x: source.x, y: middle }, { x: target.x, y: middle }, target, t)
}

function lanePath(source: Point, target: Point, { x, top, bottom }: Lane): EdgePath {
  const above = (source.y + top) / 2
  const below = (bottom + target.y) / 2
  return {
    path:
      `M${source.x} ${source.y}C${source.x} ${above} ${x} ${above} ${x} ${top}` +
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
