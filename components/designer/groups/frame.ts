import { nodeSize } from '#components/canvas/node-card.tsx'
import type { Position } from '#core/graph/graph.ts'

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Room around the steps of a group; above them for the title, and for the notes on the uppermost. */
const padding = 20
const titleHeight = 44

/** The frame around steps that stand at these places; null around nothing. */
export function frameAround(places: readonly Position[]): Frame | null {
  if (places.length === 0) return null
  const x = Math.min(...places.map((place) => place.x)) - padding
  const y = Math.min(...places.map((place) => place.y)) - titleHeight
  const right = Math.max(...places.map((place) => place.x)) + nodeSize.width + padding
  const bottom = Math.max(...places.map((place) => place.y)) + nodeSize.height + padding
  return { x, y, width: right - x, height: bottom - y }
}
