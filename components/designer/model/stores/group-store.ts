import { createStore } from 'zustand/vanilla'
import type { AnnotationView } from './annotations.ts'

/** Which group's title is being typed, and where. */
export function createGroupStore() {
  const store = createStore<{ readonly renaming: string | null; readonly place: AnnotationView }>(() => ({
    renaming: null,
    place: 'canvas',
  }))
  return {
    store,
    rename: (renaming: string | null, place: AnnotationView = 'canvas') => store.setState({ renaming, place }),
  }
}
