import { create } from 'zustand'

/** Is what the page shows up to date? `lost` is said to the reader; it ends by itself. */
export type Liveness = 'connecting' | 'live' | 'lost'

interface ChangesState {
  readonly liveness: Liveness
  readonly setLiveness: (liveness: Liveness) => void
}

export const useChangesStore = create<ChangesState>()((set) => ({
  liveness: 'connecting',
  setLiveness: (liveness) => set({ liveness }),
}))

/** Runs whose history grew; `null` means that some may have been missed and everything is to be read again. */
export type Change = readonly string[] | null

/** As the stream says it: a reader who let too much pass is told "all", with the ids or without. */
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
