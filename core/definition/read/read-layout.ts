import { isJsonObject, type Json } from '#core/json.ts'
import type { Layout } from '../definition.ts'
import type { Place } from './place.ts'

/** Pixels; beyond it a canvas has lost the node. */
const farthest = 1_000_000

/** Positions by step name. What is no position is warned about and left out: the canvas finds a place by itself. */
export function readLayout(value: Json | undefined, place: Place): Layout {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) {
    place.warning('LAYOUT_INVALID', 'layout has to be a map: steps with their places, such as Start: [0, 120].')
    return {}
  }
  const places: [string, readonly [number, number]][] = []
  for (const [name, at] of Object.entries(value)) {
    const [x, y, more] = Array.isArray(at) ? (at as readonly Json[]) : []
    if (isCoordinate(x) && isCoordinate(y) && more === undefined) places.push([name, [x, y]])
    else place.child(name).warning('LAYOUT_INVALID', `${name} needs a place of two numbers, such as [0, 120].`)
  }
  return Object.fromEntries(places)
}

function isCoordinate(value: Json | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) <= farthest
}
