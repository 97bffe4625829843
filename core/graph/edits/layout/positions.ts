import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import type { Position } from '../../graph.ts'
import { withKey } from '../raw/raw-step.ts'

/** Largest distance from the origin in pixels: a node beyond it cannot be found. */
const farthest = 1_000_000

export function isPlace({ x, y }: Position): boolean {
  return Math.abs(x) <= farthest && Math.abs(y) <= farthest
}

/** Writes positions, in whole pixels, to `layout` only. */
export function place(root: JsonObject, positions: Readonly<Record<string, Position>>): JsonObject {
  const places = Object.entries(positions).map(([name, { x, y }]): [string, Json] => {
    return [name, [Math.round(x) + 0, Math.round(y) + 0]]
  })
  if (places.length === 0) return root
  const layout = isJsonObject(root.layout) ? root.layout : {}
  return withKey(root, 'layout', Object.fromEntries([...Object.entries(layout), ...places]))
}

/** Removes the positions of steps, and `layout` with its last entry. */
export function unplace(root: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!isJsonObject(root.layout)) return root
  const left = Object.entries(root.layout).filter(([name]) => !names.has(name))
  if (left.length === Object.keys(root.layout).length) return root
  return withKey(root, 'layout', left.length === 0 ? undefined : Object.fromEntries(left))
}
