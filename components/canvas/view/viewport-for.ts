import type { Size } from '../geometry.ts'
import { fitZoom, viewPaddingIn } from '../measures.ts'
import { type Box, boundsOf } from './map-paths.ts'

/** A node as it is drawn. */
export interface ViewNode {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly width?: number | undefined
  readonly height?: number | undefined
}

export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The zoom at which a part of a drawing is shown: readable, and with what stands around it. */
const partZoom = 0.8

/**
 * The viewport for a drawing in a pane: the whole drawing where it can be read, else the part that matters: the nodes
 * of `focus`, which are in the order of their weight, or the beginning.
 */
export function viewportFor(nodes: readonly ViewNode[], focus: readonly string[], pane: Size): Viewport {
  const all = boundsOf(nodes)
  if (all === null) return { x: 0, y: 0, zoom: 1 }
  const area = areaOf(pane)
  const whole = Math.min(area.width / all.width, area.height / all.height, fitZoom.most)
  if (whole >= fitZoom.least) return placed(all, whole, area, all)
  const chosen = focus.flatMap((id) => nodes.find((node) => node.id === id) ?? [])
  const first = nodes.toSorted((a, b) => a.position.x + a.position.y - b.position.x - b.position.y).slice(0, 1)
  const part = partOf(chosen.length === 0 ? first : chosen, area)
  return placed(part, zoomFor(part, area), area, all)
}

/** The nodes that fit into the view at the least readable zoom, by falling weight. */
function partOf(nodes: readonly ViewNode[], area: Box): Box {
  let part = boundsOf(nodes.slice(0, 1)) as Box
  for (let count = 2; count <= nodes.length; count += 1) {
    const more = boundsOf(nodes.slice(0, count)) as Box
    if (Math.min(area.width / more.width, area.height / more.height) < fitZoom.least) break
    part = more
  }
  return part
}

const zoomFor = (part: Box, area: Box) =>
  Math.max(fitZoom.least, Math.min(partZoom, area.width / part.width, area.height / part.height))

/** A box in the middle of the pane; nothing beyond the drawing is shown in its place, and a large box from its head on. */
function placed(part: Box, zoom: number, area: Box, all: Box): Viewport {
  const along = (axis: 'x' | 'y', length: 'width' | 'height') => {
    const [start, room] = [area[axis], area[length]]
    if (all[length] * zoom <= room) return start + (room - all[length] * zoom) / 2 - all[axis] * zoom
    const fits = part[length] * zoom <= room
    const wanted = fits ? start + (room - part[length] * zoom) / 2 - part[axis] * zoom : start - part[axis] * zoom
    return Math.min(start - all[axis] * zoom, Math.max(start + room - (all[axis] + all[length]) * zoom, wanted))
  }
  return { x: along('x', 'width'), y: along('y', 'height'), zoom }
}

/** The pane without the room for its controls. */
function areaOf({ width, height }: Size): Box {
  const { top, left, right, bottom } = viewPaddingIn(height)
  const [x, y] = [Number.parseInt(left, 10), Number.parseInt(top, 10)]
  return {
    x,
    y,
    width: Math.max(1, width - x - Number.parseInt(right, 10)),
    height: Math.max(1, height - y - Number.parseInt(bottom, 10)),
  }
}
