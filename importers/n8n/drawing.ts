import type { JsonObject } from '#core/json.ts'
import type { ImportNote } from '../import-note.ts'
import type { N8nNode } from './read-n8n.ts'

/**
 * Scale of positions. n8n draws from left to right with small nodes; Heddle draws from top to bottom with wide ones.
 */
const down = 0.6
const across = 1.4
/** Largest distance of a step from the origin. */
const farthest = 1_000_000

export interface Drawing {
  readonly layout?: JsonObject
  readonly notes: readonly ImportNote[]
}

/** Positions of the steps: those of n8n, turned to read from top to bottom. */
export function drawingOf(nodes: readonly N8nNode[], stepName: (node: string) => string): Drawing {
  const placed = nodes.flatMap(({ name, position }) => (position === undefined ? [] : [{ name, at: position }]))
  if (placed.length === 0) return { notes: [] }
  const left = Math.min(...placed.map(({ at: [x] }) => x))
  const top = Math.min(...placed.map(({ at: [, y] }) => y))
  const places = placed.map(({ name, at: [x, y] }) => {
    const place = [Math.round((y - top) * across), Math.round((x - left) * down)]
    return [stepName(name), place] as const
  })
  const isFar = places.some(([, place]) => place.some((pixels) => pixels > farthest))
  const differ = new Set(places.map(([, place]) => place.join())).size === nodes.length
  if (!differ || isFar) {
    const message = 'Layout not kept: its `position` values cannot be used. The steps are arranged automatically.'
    return { notes: [{ part: 'The drawing', fate: 'lost', message }] }
  }
  const message = 'Layout kept (`position`), rotated to top-down.'
  return { layout: Object.fromEntries(places), notes: [{ part: 'The drawing', fate: 'changed', message }] }
}
