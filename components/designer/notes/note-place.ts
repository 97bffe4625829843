import type { Room } from '#components/canvas/expansion/make-room.ts'
import type { Position } from '#core/graph/graph.ts'

export const noteWidth = 232

/**
 * Where a note that stands by itself is drawn. One that somebody wrote into the text has no place yet: left of everything
 * that usually begins at 0.
 */
export function drawnPlaceOf(room: Room, place: readonly [number, number] | undefined, index: number): Position {
  return room.drawn(place === undefined ? { x: -noteWidth - 40, y: index * 120 } : { x: place[0], y: place[1] })
}
