import { nodeSize } from '#components/canvas/measures.ts'
import type { Position } from '#core/graph/graph.ts'

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A node's place, and its size where it is no card. */
interface Box extends Position {
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Room around the steps of a group; above them for the title, and for the notes on the uppermost. */
const padding = 20
const titleHeight = 44

/** The frame around steps that stand at these places; null around nothing. */
export function frameAround(places: readonly Box[]): Frame | null {
  if (places.length === 0) return null
  const x = Math.min(...places.map((place) => place.x)) - padding
  const y = Math.min(...places.map((place) => place.y)) - titleHeight
  const right = Math.max(...places.map(({ x: left, width = nodeSize.width }) => left + width)) + padding
  const bottom = Math.max(...places.map(({ y: top, height = nodeSize.height }) => top + height)) + padding
  return { x, y, width: right - x, height: bottom - y }
}
