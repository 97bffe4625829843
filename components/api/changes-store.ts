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

const listeners = new Set<(change: Change) => void>()

export function listenToChanges(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChange(change: Change): void {
  for (const listener of listeners) listener(change)
}
