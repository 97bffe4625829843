import { createStore } from 'zustand/vanilla'
import type { AnnotationPlace } from './annotations.ts'

/** Which group's title is being typed, and where. */
export function createGroupStore() {
  const store = createStore<{ readonly renaming: string | null; readonly place: AnnotationPlace }>(() => ({
    renaming: null,
    place: 'canvas',
  }))
  return {
    store,
    rename: (renaming: string | null, place: AnnotationPlace = 'canvas') => store.setState({ renaming, place }),
  }
}
export type GroupStore = ReturnType<typeof createGroupStore>
