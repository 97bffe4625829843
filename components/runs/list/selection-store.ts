import { create } from 'zustand'

export interface Selection {
  readonly chosen: ReadonlySet<string>
  /**
   * The exceptions from a selection of the whole list, including unloaded rows; null while rows are chosen one by one.
   */
  readonly except: ReadonlySet<string> | null
  /** The start of a range that is chosen with Shift. */
  readonly anchor: string | null
  /** Toggles one row; with `through`, every row of the list from the anchor to it. */
  toggle(id: string, through?: readonly string[]): void
  choose(ids: readonly string[]): void
  chooseWhole(): void
  clear(): void
}

const nothing = { chosen: new Set<string>(), except: null, anchor: null }

/** The selection of a list, as a store, so that a row subscribes only to its own state. */
export const createSelection = () =>
  create<Selection>()((set) => ({
    ...nothing,
    toggle: (id, through) =>
      set(({ chosen, except, anchor }) => {
        const range = through ? between(through, anchor, id) : [id]
        const marked = except ?? chosen
        const next = new Set(marked)
        for (const each of range) {
          if (marked.has(id)) next.delete(each)
          else next.add(each)
        }
        return { anchor: id, ...(except === null ? { chosen: next } : { except: next }) }
      }),
    choose: (ids) => set({ ...nothing, chosen: new Set(ids) }),
    chooseWhole: () => set({ ...nothing, except: new Set() }),
    clear: () => set(nothing),
  }))

/** Whether a row of the list is chosen. */
export const isChosen = ({ chosen, except }: Pick<Selection, 'chosen' | 'except'>, id: string): boolean =>
  except === null ? chosen.has(id) : !except.has(id)

/** The runs that are chosen. */
export const useSelection = createSelection()

function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (start === -1 || end === -1) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
