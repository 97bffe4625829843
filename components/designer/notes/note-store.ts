import { createStore } from 'zustand/vanilla'
import type { Position } from '#core/graph/graph.ts'
import type { AnnotationPlace } from '../annotations/annotations.ts'

/** Which note is being written: a step's, one that stands by itself, or one that is not there yet. */
export type WritingNote =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'free'; readonly id: string }
  | { readonly kind: 'new'; readonly position: Position }

export function createNoteStore() {
  const store = createStore<{ readonly writing: WritingNote | null; readonly place: AnnotationPlace }>(() => ({
    writing: null,
    place: 'canvas',
  }))
  return {
    store,
    write: (writing: WritingNote, place: AnnotationPlace = 'canvas') => store.setState({ writing, place }),
    stop: () => store.setState({ writing: null }),
  }
}
export type NoteStore = ReturnType<typeof createNoteStore>
