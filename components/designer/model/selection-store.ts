import { createStore } from 'zustand/vanilla'

export interface Selection {
  /** Names of the selected steps. */
  readonly steps: ReadonlySet<string>
  /** Ids of the selected edges. */
  readonly edges: ReadonlySet<string>
  /** Ids of the selected free notes. */
  readonly notes: ReadonlySet<string>
  /** The step that the keyboard is on: the one node in the Tab order. */
  readonly current: string | null
}

export const nothing: ReadonlySet<string> = new Set()

/** The selection: shared by canvas, inspector, text and outline; never part of the history. */
export function createSelectionStore() {
  const store = createStore<Selection>(() => ({ steps: nothing, edges: nothing, notes: nothing, current: null }))
  return {
    store,
    selectStep(name: string) {
      store.setState({ steps: new Set([name]), edges: nothing, notes: nothing, current: name })
    },
    selectSteps(names: Iterable<string>, notes = nothing) {
      const steps = new Set(names)
      const { current } = store.getState()
      store.setState({ steps, edges: nothing, notes, current: steps.size === 0 ? current : (lastOf(steps) ?? null) })
    },
    /** Selects notes in addition to the selected steps. */
    selectNotes(notes: ReadonlySet<string>) {
      store.setState({ notes })
    },
    toggleNote(id: string) {
      const { notes } = store.getState()
      store.setState({ notes: new Set(notes.has(id) ? [...notes].filter((note) => note !== id) : [...notes, id]) })
    },
    /** Moves the keyboard to a step; the selection stays. */
    moveTo(current: string) {
      if (store.getState().current !== current) store.setState({ current })
    },
    selectEdge(id: string) {
      store.setState({ steps: nothing, edges: new Set([id]), notes: nothing })
    },
    set(steps: ReadonlySet<string>, edges: ReadonlySet<string>, notes: ReadonlySet<string>) {
      const { current } = store.getState()
      store.setState({ steps, edges, notes, current: steps.size === 0 ? current : (lastOf(steps) ?? null) })
    },
    clear() {
      const { steps, edges, notes } = store.getState()
      if (steps.size + edges.size + notes.size > 0) store.setState({ steps: nothing, edges: nothing, notes: nothing })
    },
    /** Deselects notes that no longer exist. */
    keepNotes(there: ReadonlySet<string>) {
      const { notes } = store.getState()
      const kept = [...notes].filter((note) => there.has(note))
      if (kept.length < notes.size) store.setState({ notes: new Set(kept) })
    },
    /** Deselects steps and edges that no longer exist, and follows a rename. */
    keepOnly(steps: ReadonlySet<string>, edges: ReadonlySet<string>, renamed?: { from: string; to: string }) {
      const before = store.getState()
      const name = (step: string) => (renamed !== undefined && step === renamed.from ? renamed.to : step)
      const keptSteps = [...before.steps].map(name).filter((step) => steps.has(step))
      const keptEdges = [...before.edges].filter((edge) => edges.has(edge))
      const renamedTo = before.current === null ? null : name(before.current)
      const current = renamedTo !== null && steps.has(renamedTo) ? renamedTo : null
      const unchanged =
        keptEdges.length === before.edges.size &&
        keptSteps.length === before.steps.size &&
        keptSteps.every((step) => before.steps.has(step))
      if (unchanged && current === before.current) return
      store.setState({
        steps: unchanged ? before.steps : new Set(keptSteps),
        edges: unchanged ? before.edges : new Set(keptEdges),
        current,
      })
    },
  }
}

function lastOf<Item>(items: Iterable<Item>): Item | undefined {
  let last: Item | undefined
  for (const item of items) last = item
  return last
}
