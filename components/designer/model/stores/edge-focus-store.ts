import { createStore } from 'zustand/vanilla'

/** The edge that the keyboard is on, and the step whose edges it goes through. */
export interface EdgeFocus {
  readonly edge: string
  readonly around: string
}

interface EdgeFocusState {
  readonly on: EdgeFocus | null
  /** Grows with every request to put the focus there. */
  readonly asked: number
}

/** Edges have no element of their own in the Tab order: the one that the keyboard is on gets a handle as long as it is there. */
export function createEdgeFocusStore() {
  const store = createStore<EdgeFocusState>(() => ({ on: null, asked: 0 }))
  return {
    store,
    goTo: (edge: string, around: string) => store.setState(({ asked }) => ({ on: { edge, around }, asked: asked + 1 })),
    left() {
      if (store.getState().on !== null) store.setState({ on: null })
    },
  }
}
