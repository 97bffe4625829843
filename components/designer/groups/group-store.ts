import { createStore } from 'zustand/vanilla'

/** Which group's title is being typed. */
export function createGroupStore() {
  const store = createStore<{ readonly renaming: string | null }>(() => ({ renaming: null }))
  return {
    store,
    rename: (renaming: string | null) => store.setState({ renaming }),
  }
}
export type GroupStore = ReturnType<typeof createGroupStore>
