import { createStore } from 'zustand/vanilla'

export interface Selection {
  /** Names of the selected steps. */
  readonly steps: ReadonlySet<string>
  /** Ids of the selected edges. */
  readonly edges: ReadonlySet<string>
  /** The step that the keyboard is on: the one node in the Tab order. */
  readonly current: string | null
}

export const nothing: ReadonlySet<string> = new Set()

/** What is selected: shared by canvas, inspector, text and outline; never part of the history. */
export function createSelectionStore() {
  const store = createStore<Selection>(() => ({ steps: nothing, edges: nothing, current: null }))
  return {
    store,
    selectStep(name: string) {
      store.setState({ steps: new Set([name]), edges: nothing, current: name })
    },
    selectSteps(names: Iterable<string>) {
      const steps = new Set(names)
      const { current } = store.getState()
      store.setState({ steps, edges: nothing, current: steps.size === 0 ? current : (lastOf(steps) ?? null) })
    },
    /** The keyboard went to a step; what is selected stays. */
    moveTo(current: string) {
      if (store.getState().current !== current) store.setState({ current })
    },
    selectEdge(id: string) {
      store.setState({ steps: nothing, edges: new Set([id]) })
    },
    set(steps: ReadonlySet<string>, edges: ReadonlySet<string>) {
      const { current } = store.getState()
      store.setState({ steps, edges, current: steps.size === 0 ? current : (lastOf(steps) ?? null) })
    },
    clear() {
      const { steps, edges } = store.getState()
      if (steps.size > 0 || edges.size > 0) store.setState({ steps: nothing, edges: nothing })
    },
    /** After a rename or a removal: what no longer exists is no longer selected. */
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

export type SelectionStore = ReturnType<typeof createSelectionStore>

function lastOf<Item>(items: Iterable<Item>): Item | undefined {
  let last: Item | undefined
  for (const item of items) last = item
  return last
}
