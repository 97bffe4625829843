import type { Size } from '#components/canvas/expansion/make-room.ts'
import { type Box, boundsOf } from './map-paths.ts'

/** The viewport: offset from the left and the top of the canvas, and zoom. */
export type View = readonly [x: number, y: number, zoom: number]

/** The distance in pixels between the view's edge and steps that are moved back into view, where there is room. */
const margin = 24

export interface Resized {
  /** The user's last own viewport, and the canvas size at that time. */
  readonly view: View
  readonly before: Size
  /** How far the content must move within the canvas to keep its place on the screen. */
  readonly shift: { readonly x: number; readonly y: number }
  readonly after: Size
  /** The bounds of all steps, of each step, and of the selected steps. */
  readonly all: Box | null
  readonly each: readonly Box[]
  readonly selected: Box | null
}

/**
 * The viewport after the canvas is resized. If all steps were in view, all stay in view; else if the selected steps
 * were in view, these stay; else as many of the visible steps as fit. The viewport moves no further than needed, and
 * zooms out only where all steps would not fit.
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

/**
 * How far to move a span that begins at `start` so that it lies within the room. The beginning of the span has
 * priority.
 */
function inward(start: number, length: number, room: number): number {
  if (start < 0) return margin - start
  const over = start + length - room
  return over > 0 ? -Math.min(over + margin, start - margin) : 0
}
