import { create } from 'zustand'

export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** All of the list is chosen, also what is not read of it, but for these; null while each is chosen by itself. */
  readonly except: ReadonlySet<string> | null
  /** Where a range begins that is chosen with Shift. */
  readonly anchor: string | null
  /** Chooses or leaves one; with `through`, every one of the list from the anchor to it. */
  toggle(id: string, through?: readonly string[]): void
  choose(ids: readonly string[]): void
  chooseWhole(): void
  clear(): void
}

const nothing = { chosen: new Set<string>(), except: null, anchor: null }

/** What is chosen in a list, so that a row reads only whether it is one of them. */
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

/** Whether one of the list is chosen. */
export const isChosen = ({ chosen, except }: Pick<Selection, 'chosen' | 'except'>, id: string): boolean =>
  except === null ? chosen.has(id) : !except.has(id)

/** The runs that are chosen. */
export const useSelection = createSelection()

function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (start === -1 || end === -1) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
