import { createStore } from 'zustand/vanilla'
import type { Position } from '#core/graph/graph.ts'
import type { AnnotationView } from './annotations.ts'

/** The note being edited: a step's note, a free note, or a new note. */
export type WritingNote =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'free'; readonly id: string }
  | { readonly kind: 'new'; readonly position: Position }

interface NoteState {
  readonly writing: WritingNote | null
  readonly place: AnnotationView
  /** How far the selected notes are drawn from their places while what is selected with them is dragged. */
  readonly along: Position | null
}

export function createNoteStore() {
  const store = createStore<NoteState>(() => ({ writing: null, place: 'canvas', along: null }))
  return {
    store,
    write: (writing: WritingNote, place: AnnotationView = 'canvas') => store.setState({ writing, place }),
    moveAlong(along: Position | null) {
      if (store.getState().along !== along) store.setState({ along })
    },
    stop: () => store.setState({ writing: null }),
  }
}
