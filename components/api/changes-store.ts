import { create } from 'zustand'

/** Whether the shown data is up to date. The page shows `lost` as a notice; it ends by itself. */
export type Liveness = 'connecting' | 'live' | 'lost'

interface ChangesState {
  readonly liveness: Liveness
  readonly setLiveness: (liveness: Liveness) => void
}

export const useChangesStore = create<ChangesState>()((set) => ({
  liveness: 'connecting',
  setLiveness: (liveness) => set({ liveness }),
}))

/** Runs whose history grew; `null` means that changes may have been missed and all data has to be refetched. */
export type Change = readonly string[] | null

/** The change in an event of the stream: a subscriber that missed too many events gets `all`, with or without ids. */
export const changeOf = ({ runIds, all }: { readonly runIds: readonly string[]; readonly all: boolean }): Change =>
  all ? null : runIds

const listeners = new Set<(change: Change) => void>()

export function listenToChanges(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChange(change: Change): void {
  for (const listener of listeners) listener(change)
}
