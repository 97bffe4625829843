import type { Size } from '#components/canvas/expansion/make-room.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { fitZoom, nodeSize } from '#components/canvas/measures.ts'
import { type Box, boundsOf } from '#components/canvas/view/map-paths.ts'
import { type DrawnStep, fittingZoom, nearSteps } from './far-steps.ts'

/**
 * The steps that are in view when a workflow is opened or fitted: all steps of a small workflow; of a
 * larger one the steps of `focus`, or the first steps, with the neighbours that fit at the least readable zoom.
 */
export function openingSteps<Step extends DrawnStep>(
  steps: readonly Step[],
  size: Size,
  { direction = 'down', focus = [] }: { readonly direction?: Direction; readonly focus?: readonly string[] } = {},
): readonly Step[] {
  const whole = boundsOf(steps)
  if (whole === null || fittingZoom(whole, size) >= fitZoom.least) return steps
  const chosen = steps.filter(({ id }) => focus.includes(id))
  const near = chosen.length > 0 ? steps : nearSteps(steps, size)
  const along = direction === 'right' ? 'x' : 'y'
  const across = direction === 'right' ? 'y' : 'x'
  const from = chosen.length === 0 ? firstOf(near, along) : chosen[0]
  if (from === undefined) return near
  const distance = ({ position }: Step) =>
    Math.abs(position[along] - from.position[along]) + Math.abs(position[across] - from.position[across]) / 4
  let box: Box = around(null, from)
  const shown = [from]
  for (const step of [...chosen, ...near.toSorted((a, b) => distance(a) - distance(b))]) {
    const next = around(box, step)
    if (step === from || fittingZoom(next, size) < fitZoom.least) continue
    box = next
    shown.push(step)
  }
  return shown
}

/** The first step in the direction of the drawing. */
function firstOf<Step extends DrawnStep>(steps: readonly Step[], along: 'x' | 'y'): Step | undefined {
  return steps.reduce<Step | undefined>(
    (first, step) => (first === undefined || step.position[along] < first.position[along] ? step : first),
    undefined,
  )
}

function around(box: Box | null, { position, width = nodeSize.width, height = nodeSize.height }: DrawnStep): Box {
  const { x, y } = box ?? position
  const [left, top] = [Math.min(x, position.x), Math.min(y, position.y)]
  const right = Math.max(box === null ? left : x + box.width, position.x + width)
  const bottom = Math.max(box === null ? top : y + box.height, position.y + height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}
