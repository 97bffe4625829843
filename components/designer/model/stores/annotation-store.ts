import { createStore } from 'zustand/vanilla'
import type { Annotation, AnnotationView } from './annotations.ts'

interface AnnotationState {
  /** The one that has the focus, or gets it back when the menu or the palette over it closes. */
  readonly current: Annotation | null
  /** The one that had it last: the Tab key leads there. */
  readonly last: string | null
  readonly place: AnnotationView
  /** The one that shall get the focus as soon as it is drawn. */
  readonly request: { readonly id: string; readonly place: AnnotationView } | null
}

/** Which note or group the keyboard is on. */
export function createAnnotationStore() {
  const store = createStore<AnnotationState>(() => ({ current: null, last: null, place: 'canvas', request: null }))
  return {
    store,
    focused: (current: Annotation, place: AnnotationView) => store.setState({ current, last: current.id, place }),
    left() {
      if (store.getState().current !== null) store.setState({ current: null })
    },
    goTo: (id: string, place: AnnotationView) => store.setState({ request: { id, place } }),
    met: () => store.setState({ request: null }),
  }
}
