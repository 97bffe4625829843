import { create } from 'zustand'

interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Where a range begins that is chosen with Shift. */
  readonly anchor: string | null
  /** Chooses or leaves one run; with `through`, every run of the list from the anchor to it. */
  toggle(runId: string, through?: readonly string[]): void
  choose(runIds: readonly string[]): void
  clear(): void
}

/** The runs that are chosen in the list, so that a row reads only whether it is one of them. */
export const useSelection = create<Selection>()((set) => ({
  chosen: new Set(),
  anchor: null,
  toggle: (runId, through) =>
    set(({ chosen, anchor }) => {
      const next = new Set(chosen)
      const range = through ? between(through, anchor, runId) : [runId]
      const add = !chosen.has(runId)
      for (const each of range) {
        if (add) next.add(each)
        else next.delete(each)
      }
      return { chosen: next, anchor: runId }
    }),
  choose: (runIds) => set({ chosen: new Set(runIds), anchor: null }),
  clear: () => set({ chosen: new Set(), anchor: null }),
}))

function between(runIds: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : runIds.indexOf(from), runIds.indexOf(to)]
  if (start === -1 || end === -1) return [to]
  return runIds.slice(Math.min(start, end), Math.max(start, end) + 1)
}
