import type { Point } from '../edge-path.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Where things stand once some nodes take more room than a card does. */
export interface Room {
  /** Where something at this place (a node's top left corner) is drawn. */
  drawn(place: Point): Point
  /** The place of what is drawn there: the way back, for what was dragged. */
  place(drawn: Point): Point
}

interface Stretch {
  readonly from: number
  readonly over: number
  readonly by: number
  /** What moves the other way, on the near side: half of `by` for a node that grows around its middle. */
  readonly back: number
}

/**
 * Makes room for nodes that grow: to both sides of their middle, and downwards.
 * The plane is stretched, first for the first of `grown`: what stood beside or
 * below such a node stands beside or below it still, nothing comes nearer to
 * anything, and nothing that is above moves up or down. So what did not overlap
 * does not overlap afterwards, and whoever closes the node again has the old
 * picture.
 */
export function makeRoom(grown: readonly { readonly position: Point; readonly size: Size }[], card: Size): Room {
  const stretches: { readonly x: Stretch; readonly y: Stretch }[] = []
  const through = (place: Point) =>
    stretches.reduce((at, { x, y }) => ({ x: stretched(at.x, x), y: stretched(at.y, y) }), place)
  for (const { position, size } of grown) {
    const { x, y } = through(position)
    const wider = Math.max(0, size.width - card.width)
    // Two in one row share the room below them.
    const below = through({ x: position.x, y: position.y + card.height }).y - y
    const higher = Math.max(0, size.height - below)
    stretches.push({
      x: { from: x - card.width, over: 2 * card.width, by: wider, back: wider / 2 },
      y: { from: y, over: below, by: higher, back: 0 },
    })
  }
  return {
    drawn: through,
    place: (drawn) =>
      stretches.reduceRight((at, { x, y }) => ({ x: unstretched(at.x, x), y: unstretched(at.y, y) }), drawn),
  }
}

/** In between evenly, so that there is a way back from everywhere. */
function stretched(at: number, { from, over, by, back }: Stretch): number {
  return at - back + by * Math.min(1, Math.max(0, (at - from) / over))
}

function unstretched(at: number, { from, over, by, back }: Stretch): number {
  const beyond = at + back - from
  return from + (beyond <= 0 ? beyond : beyond >= over + by ? beyond - by : (beyond * over) / (over + by))
}
