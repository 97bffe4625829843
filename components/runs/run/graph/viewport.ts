import { fit } from '#components/canvas/measures.ts'

/** A node as it is drawn. */
export interface Box {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly width?: number
  readonly height?: number
}

export interface Viewport {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** Least readable zoom: below it, the opened node is shown instead of the whole graph. */
const readable = 0.6
const near = 0.8
const farthest = 0.1
const margin = 20

/**
 * The viewport for a drawing in a pane: the whole drawing, or the last opened node where the whole would be too small
 * to read.
 */
export function viewportFor(nodes: readonly Box[], opened: string | null, width: number, height: number): Viewport {
  const all = boundsOf(nodes)
  const room = 1 - 2 * fit.padding
  const zoom = Math.max(farthest, Math.min((width * room) / all.width, (height * room) / all.height, fit.maxZoom))
  const frame = nodes.find(({ id }) => id === opened)
  if (zoom >= readable || frame === undefined) return centred(all, zoom, width, height)
  const shown = boundsOf([frame])
  const closer = Math.max(readable, Math.min(near, (width - 2 * margin) / shown.width))
  const view = centred(shown, closer, width, height)
  // A drawing that is too high is shown from its top.
  return shown.height * closer > height - 2 * margin ? { ...view, y: margin - shown.top * closer } : view
}

interface Bounds {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function centred({ left, top, width: wide, height: high }: Bounds, zoom: number, width: number, height: number) {
  return { x: width / 2 - (left + wide / 2) * zoom, y: height / 2 - (top + high / 2) * zoom, zoom }
}

function boundsOf(nodes: readonly Box[]): Bounds {
  const left = Math.min(...nodes.map(({ position }) => position.x))
  const top = Math.min(...nodes.map(({ position }) => position.y))
  const right = Math.max(...nodes.map(({ position, width = 0 }) => position.x + width))
  const bottom = Math.max(...nodes.map(({ position, height = 0 }) => position.y + height))
  return { left, top, width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) }
}
