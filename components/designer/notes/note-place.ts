import type { Room } from '#components/canvas/expansion/make-room.ts'
import type { Layout } from '#core/definition/definition.ts'
import type { Position } from '#core/graph/graph.ts'
import { freeNotes } from '#core/graph/notes.ts'

export const noteWidth = 232

/** Where the notes that have a place in the text stand, by their ids. */
export function placedNotes(text: string, layout: Layout): Readonly<Record<string, Position>> {
  return Object.fromEntries(
    freeNotes(text).flatMap(({ id }) => {
      const place = layout[id]
      return place === undefined ? [] : [[id, { x: place[0], y: place[1] }]]
    }),
  )
}

/**
 * Where a note that stands by itself is drawn. One that somebody wrote into the text has no place yet: left of everything
 * that usually begins at 0.
 */
export function drawnPlaceOf(room: Room, place: readonly [number, number] | undefined, index: number): Position {
  return room.drawn(place === undefined ? { x: -noteWidth - 40, y: index * 120 } : { x: place[0], y: place[1] })
}
