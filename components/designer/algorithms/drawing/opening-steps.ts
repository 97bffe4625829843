import type { Size } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { type DrawnStep, farZoom, fittingZoom, nearSteps } from './far-steps.ts'
import { type Box, boundsOf } from './map-paths.ts'

/** The smallest zoom at which the beginning of a long workflow is shown. */
const readableZoom = 0.6

/**
 * The steps that are in view when a workflow is opened: all of them where they can be read. Of a workflow that is too long
 * for that, but not too broad, its beginning: as many steps from the top as can be read at once. What is too broad as
 * well is seen as a whole from afar.
 */
export function openingSteps<Step extends DrawnStep>(steps: readonly Step[], size: Size): readonly Step[] {
  const near = nearSteps(steps, size)
  const whole = boundsOf(near)
  if (whole === null || fittingZoom(whole, size) >= farZoom) return near
  const downwards = near.toSorted((a, b) => a.position.y - b.position.y)
  let box: Box | null = null
  let count = 0
  for (const step of downwards) {
    const next = around(box, step)
    if (fittingZoom(next, size) < readableZoom) break
    box = next
    count += 1
  }
  // Less than half of a view is no beginning, but the top of something broad.
  return box !== null && fittingZoom({ ...box, height: box.height * 2 }, size) < readableZoom
    ? downwards.slice(0, count)
    : near
}

function around(box: Box | null, { position, width = nodeSize.width, height = nodeSize.height }: DrawnStep): Box {
  const { x, y } = box ?? position
  const [left, top] = [Math.min(x, position.x), Math.min(y, position.y)]
  const right = Math.max(box === null ? left : x + box.width, position.x + width)
  const bottom = Math.max(box === null ? top : y + box.height, position.y + height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}
