import { create } from 'zustand'

export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Where a range begins that is chosen with Shift. */
  readonly anchor: string | null
  /** Chooses or leaves one; with `through`, every one of the list from the anchor to it. */
  toggle(id: string, through?: readonly string[]): void
  choose(ids: readonly string[]): void
  clear(): void
}

/** What is chosen in a list, so that a row reads only whether it is one of them. */
export const createSelection = () =>
  create<Selection>()((set) => ({
    chosen: new Set(),
    anchor: null,
    toggle: (id, through) =>
      set(({ chosen, anchor }) => {
        const next = new Set(chosen)
        const range = through ? between(through, anchor, id) : [id]
        const add = !chosen.has(id)
        for (const each of range) {
          if (add) next.add(each)
          else next.delete(each)
        }
        return { chosen: next, anchor: id }
      }),
    choose: (ids) => set({ chosen: new Set(ids), anchor: null }),
    clear: () => set({ chosen: new Set(), anchor: null }),
  }))

/** The runs that are chosen. */
export const useSelection = createSelection()

function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (start === -1 || end === -1) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
