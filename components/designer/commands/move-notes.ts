import type { Position } from '#core/graph/graph.ts'
import { freeNotes } from '#core/graph/notes.ts'
import { drawnNotePosition } from '../algorithms/positions/note-position.ts'
import type { Session } from '../model/session.ts'
import { textPosition } from './step-positions.ts'

/** The notes of a command: the selected notes, or the note that the keyboard is on while nothing is selected. */
export function chosenNotes(session: Session): readonly string[] {
  const { steps, edges, notes } = session.selection.store.getState()
  const { current } = session.annotations.store.getState()
  if (steps.size + edges.size + notes.size > 0) return [...notes]
  return current?.kind === 'note' ? [current.id] : []
}

/** The positions in the text of the selected notes after a move by an offset; empty without a move. */
export function notesMovedBy(session: Session, by: Position | null): Readonly<Record<string, Position>> {
  const { notes } = session.selection.store.getState()
  if (by === null || notes.size === 0) return {}
  const { text, parsed } = session.document.store.getState()
  const { room } = session.flow.store.getState()
  return Object.fromEntries(
    freeNotes(text).flatMap(({ id }, index) => {
      if (!notes.has(id)) return []
      const { x, y } = drawnNotePosition(room, parsed.layout[id], index)
      return [[id, textPosition(session, { x: x + by.x, y: y + by.y })]]
    }),
  )
}

/** Whether a click adds to the selection. Touch has no Ctrl key. */
export function addsToSelection(
  { shiftKey, ctrlKey, metaKey }: { readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean },
  session?: Session,
): boolean {
  return shiftKey || ctrlKey || metaKey || session?.view.store.getState().selectsSeveral === true
}

export function countWords(steps: number, notes: number): string {
  const parts = [counted(steps, 'step'), counted(notes, 'note')].filter((part) => part !== '')
  return parts.join(' and ')
}

const counted = (number: number, noun: string) =>
  number === 0 ? '' : number === 1 ? `1 ${noun}` : `${number} ${noun}s`
