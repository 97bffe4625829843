import type { Point, Size } from '../geometry.ts'
import { type Direction, turnedPoint, turnedSize } from '../layout/direction.ts'

export type { Size } from '../geometry.ts'

/** The mapping between positions in the text and drawn positions, once some nodes are larger than a card. */
export interface Room {
  /** The drawn position of an element with this position (a node's top left corner) in the text. */
  toDrawn(position: Point): Point
  /** The inverse of `toDrawn`, for an element that was dragged. */
  toText(drawn: Point): Point
}

interface Stretch {
  readonly from: number
  readonly over: number
  readonly by: number
  /** The shift in the opposite direction, on the near side: half of `by` for a node that grows around its middle. */
  readonly back: number
}

/**
 * Makes room for nodes that grow: to both sides of their middle, and downwards (in a drawing from left to right:
 * upwards and downwards, and to the right). The plane is stretched for one node of
 * `grown` after the other. Elements beside or below such a node stay beside or below it, no distance becomes smaller,
 * and no element above moves up or down. So elements that did not overlap do not overlap afterwards, and closing the
 * node restores the old picture.
 */
export function makeRoom(grown: readonly Grown[], card: Size, direction: Direction = 'down'): Room {
  if (direction === 'down') return roomFor(grown, card)
  const swapped = grown.map(({ position, size }) => ({ position: turnedPoint(position), size: turnedSize(size) }))
  const room = roomFor(swapped, turnedSize(card))
  return {
    toDrawn: (position) => turnedPoint(room.toDrawn(turnedPoint(position))),
    toText: (drawn) => turnedPoint(room.toText(turnedPoint(drawn))),
  }
}

interface Grown {
  readonly position: Point
  readonly size: Size
}

function roomFor(grown: readonly Grown[], card: Size): Room {
  const stretches: { readonly x: Stretch; readonly y: Stretch }[] = []
  const through = (position: Point) =>
    stretches.reduce((at, { x, y }) => ({ x: stretched(at.x, x), y: stretched(at.y, y) }), position)
  for (const { position, size } of grown) {
    const { x, y } = through(position)
    const wider = Math.max(0, size.width - card.width)
    // Two grown nodes in one row share the room below them.
    const below = through({ x: position.x, y: position.y + card.height }).y - y
    const higher = Math.max(0, size.height - below)
    stretches.push({
      x: { from: x - card.width, over: 2 * card.width, by: wider, back: wider / 2 },
      y: { from: y, over: below, by: higher, back: 0 },
    })
  }
  return {
    toDrawn: through,
    toText: (drawn) =>
      stretches.reduceRight((at, { x, y }) => ({ x: unstretched(at.x, x), y: unstretched(at.y, y) }), drawn),
  }
}

/** Positions in between are stretched evenly, so that every position has an inverse. */
function stretched(at: number, { from, over, by, back }: Stretch): number {
  return at - back + by * Math.min(1, Math.max(0, (at - from) / over))
}

function unstretched(at: number, { from, over, by, back }: Stretch): number {
  const beyond = at + back - from
  return from + (beyond <= 0 ? beyond : beyond >= over + by ? beyond - by : (beyond * over) / (over + by))
}
