import { createStore } from 'zustand/vanilla'

export interface FindState {
  readonly open: boolean
  readonly search: string
  /** Which of the found steps is looked at. */
  readonly at: number
  /** Steps that are found, for the marks on the canvas. */
  readonly found: readonly string[]
  /** Rises with every request to type into the field. */
  readonly asked: number
}

/** Searching the canvas. */
export function createFindStore() {
  const store = createStore<FindState>(() => ({ open: false, search: '', at: 0, found: [], asked: 0 }))
  return {
    store,
    open: (search?: string) =>
      store.setState((state) => ({ open: true, search: search ?? state.search, at: 0, asked: state.asked + 1 })),
    close: () => store.setState({ open: false, found: [] }),
    type: (search: string) => store.setState({ search, at: 0 }),
    goTo: (at: number) => store.setState({ at }),
    show: (found: readonly string[]) => store.setState({ found }),
  }
}
