import { nodeSize } from '#components/canvas/measures.ts'
import type { Position } from '#core/graph/graph.ts'

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The position of a node, and its size where the node is not a card. */
interface Box extends Position {
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Room around the steps of a group, in pixels; above them for the title, and for the notes on the uppermost. */
export const frameRoom = { sides: 20, top: 44 } as const

/** The frame around steps that stand at these places; null around nothing. */
export function frameAround(places: readonly Box[]): Frame | null {
  if (places.length === 0) return null
  const x = Math.min(...places.map((place) => place.x)) - frameRoom.sides
  const y = Math.min(...places.map((place) => place.y)) - frameRoom.top
  const right = Math.max(...places.map(({ x: left, width = nodeSize.width }) => left + width)) + frameRoom.sides
  const bottom = Math.max(...places.map(({ y: top, height = nodeSize.height }) => top + height)) + frameRoom.sides
  return { x, y, width: right - x, height: bottom - y }
}
