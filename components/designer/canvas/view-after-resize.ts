import type { Size } from '#components/canvas/expansion/make-room.ts'
import { type Box, boundsOf } from './map-paths.ts'

/** From the left and the top of the canvas, and how large. */
export type View = readonly [x: number, y: number, zoom: number]

/** Steps that are brought back into view stand so far from its edge, in pixels, where there is room. */
const margin = 24

export interface Resized {
  /** How somebody left the view, and how large the canvas was then. */
  readonly view: View
  readonly before: Size
  /** How far what is seen has to move in the canvas to stay where it is on the screen. */
  readonly shift: { readonly x: number; readonly y: number }
  readonly after: Size
  /** What all steps cover, and each of them, and what those that are selected do. */
  readonly all: Box | null
  readonly each: readonly Box[]
  readonly selected: Box | null
}

/**
 * What is seen after the canvas has another size. Whoever saw all steps goes on seeing all, whoever saw the selected ones
 * keeps them, and else as many as there is room for of those that were seen; the view moves no more than that takes, and
 * becomes smaller only where all would have no room.
 */
export function viewAfterResize({ view, before, shift, after, all, each, selected }: Resized): View {
  const [x, y, zoom] = view
  const stays: View = [x + shift.x, y + shift.y, zoom]
  if (all !== null && holdsAll(view, before, all)) return moved(smaller(stays, after, all), after, all)
  if (selected !== null && holdsAll(view, before, selected)) return moved(stays, after, selected)
  const seen = around(each.filter((box) => holdsAll(view, before, box)))
  return seen === null ? stays : moved(stays, after, seen)
}

const around = (boxes: readonly Box[]): Box | null =>
  boundsOf(boxes.map(({ x, y, width, height }) => ({ position: { x, y }, width, height })))

function holdsAll([x, y, zoom]: View, { width, height }: Size, box: Box): boolean {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  return left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height
}

function smaller([x, y, zoom]: View, { width, height }: Size, box: Box): View {
  const room = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height)
  return [x, y, room > 0 ? Math.min(zoom, room) : zoom]
}

function moved([x, y, zoom]: View, { width, height }: Size, box: Box): View {
  return [
    x + inward(box.x * zoom + x, box.width * zoom, width),
    y + inward(box.y * zoom + y, box.height * zoom, height),
    zoom,
  ]
}

/** How far to move what begins at `start` so that it lies within; its beginning goes first. */
function inward(start: number, length: number, room: number): number {
  if (start < 0) return margin - start
  const over = start + length - room
  return over > 0 ? -Math.min(over + margin, start - margin) : 0
}
