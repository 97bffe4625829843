import type { Size } from '#components/canvas/expansion/make-room.ts'
import { viewPaddingIn } from '#components/canvas/measures.ts'
import { type Box, boundsOf } from '#components/canvas/view/map-paths.ts'

/** The smallest zoom of the canvas, its `minZoom`. */
export const leastZoom = 0.1

/** Below this zoom nothing on a node can be read: it is drawn as a plain box of the same size. */
export const farZoom = 0.4
/** A step with the position and size with which it is drawn. */
export interface DrawnStep {
  readonly id: string
  readonly position: { readonly x: number; readonly y: number }
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** The smallest canvas size that the distance check assumes: a tiny canvas must not make steps count as far apart. */
const leastRoom = { width: 240, height: 200 } as const

/** The canvas size minus the padding that `fitView` keeps around the steps. */
function roomIn({ width, height }: Size): Size {
  const { left, right, top, bottom } = viewPaddingIn(height)
  return {
    width: Math.max(1, width - Number.parseInt(left, 10) - Number.parseInt(right, 10)),
    height: Math.max(1, height - Number.parseInt(top, 10) - Number.parseInt(bottom, 10)),
  }
}

/** The zoom at which a box fits into the canvas. */
export function fittingZoom(box: Box, size: Size): number {
  const { width, height } = roomIn(size)
  return Math.min(width / box.width, height / box.height)
}

/**
 * The steps to bring into view: all of them if they fit at the smallest zoom. Otherwise the largest cluster of steps,
 * because the centre between distant clusters would show empty canvas.
 */
export function nearSteps<Step extends DrawnStep>(steps: readonly Step[], size: Size): readonly Step[] {
  const all = boundsOf(steps)
  const { width, height } = roomIn(size)
  const view = {
    width: Math.max(leastRoom.width, width) / leastZoom,
    height: Math.max(leastRoom.height, height) / leastZoom,
  }
  if (all === null || (all.width <= view.width && all.height <= view.height)) return steps
  let most: readonly Step[] = []
  for (const together of clusters(steps, view)) if (together.length > most.length) most = together
  return most
}

/** The steps outside the cluster that `nearSteps` picks. */
export function farSteps<Step extends DrawnStep>(steps: readonly Step[], size: Size): readonly Step[] {
  const near = nearSteps(steps, size)
  if (near === steps || near.length === steps.length) return []
  const ids = new Set(near.map(({ id }) => id))
  return steps.filter(({ id }) => !ids.has(id))
}

/**
 * Groups steps into clusters on a grid of view-sized cells. Two steps share a cluster if a chain of adjacent, occupied
 * cells connects them.
 */
function* clusters<Step extends DrawnStep>(steps: readonly Step[], view: Size): Generator<readonly Step[]> {
  const places = new Map<string, { readonly column: number; readonly row: number; readonly steps: Step[] }>()
  const key = (column: number, row: number) => `${column} ${row}`
  for (const step of steps) {
    const [column, row] = [Math.floor(step.position.x / view.width), Math.floor(step.position.y / view.height)]
    const place = places.get(key(column, row))
    if (place === undefined) places.set(key(column, row), { column, row, steps: [step] })
    else place.steps.push(step)
  }
  for (const [first, start] of places) {
    places.delete(first)
    const reached = [start]
    for (const { column, row } of reached) {
      for (const beside of around) {
        const next = key(column + beside.x, row + beside.y)
        const place = places.get(next)
        if (place === undefined) continue
        places.delete(next)
        reached.push(place)
      }
    }
    yield reached.flatMap((place) => place.steps)
  }
}

const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y })))
