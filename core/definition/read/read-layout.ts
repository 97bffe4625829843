import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import type { Layout, StepGroup } from '../definition.ts'
import type { SourceLocation } from './source-location.ts'

/** Largest coordinate in pixels; a node beyond it cannot be found on a canvas. */
const farthest = 1_000_000

export interface CanvasData {
  readonly layout: Layout
  readonly groups: readonly StepGroup[]
}

const nothing: CanvasData = { layout: {}, groups: [] }

/**
 * Positions by the name of a step or a note, and groups. Other entries are warned about and left out: the canvas then
 * chooses a position.
 */
export function readLayout(value: Json | undefined, location: SourceLocation): CanvasData {
  if (value === undefined || value === null) return nothing
  if (!isJsonObject(value)) {
    location.warning('LAYOUT_INVALID', 'layout must be a map of steps and positions, such as Start: [0, 120].')
    return nothing
  }
  const places: [string, readonly [number, number]][] = []
  const groups: StepGroup[] = []
  for (const [name, at] of Object.entries(value)) {
    const group = readGroup(name, at)
    const [x, y, more] = isJsonList(at) ? at : []
    if (group !== null) groups.push(group)
    else if (isCoordinate(x) && isCoordinate(y) && more === undefined) places.push([name, [x, y]])
    else location.child(name).warning('LAYOUT_INVALID', `${name} needs a position of two numbers, such as [0, 120].`)
  }
  return { layout: Object.fromEntries(places), groups }
}

/** `group 1: { title: Risk, steps: [A, B] }`; null for any other form. */
function readGroup(id: string, value: Json): StepGroup | null {
  if (!isJsonObject(value) || !isJsonList(value.steps)) return null
  const steps = value.steps.filter((name) => typeof name === 'string')
  return { id, title: typeof value.title === 'string' ? value.title : id, steps, collapsed: value.collapsed === true }
}

function isCoordinate(value: Json | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= farthest
}
