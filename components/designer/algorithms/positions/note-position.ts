import type { Room } from '#components/canvas/expansion/make-room.ts'
import type { Layout } from '#core/definition/definition.ts'
import type { Position } from '#core/graph/graph.ts'
import { freeNotes } from '#core/graph/notes.ts'

export const noteWidth = 232

/** The positions of the notes that have one in the text, by note id. */
export function placedNotes(text: string, layout: Layout): Readonly<Record<string, Position>> {
  return Object.fromEntries(
    freeNotes(text).flatMap(({ id }) => {
      const place = layout[id]
      return place === undefined ? [] : [[id, { x: place[0], y: place[1] }]]
    }),
  )
}

/**
 * The drawn position of a free note. A note written into the text has no position yet, and is drawn left of the steps,
 * which usually begin at 0.
 */
export function drawnNotePosition(room: Room, place: readonly [number, number] | undefined, index: number): Position {
  return room.toDrawn(place === undefined ? { x: -noteWidth - 40, y: index * 120 } : { x: place[0], y: place[1] })
}
