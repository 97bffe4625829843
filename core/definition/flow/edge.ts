/** An edge between two steps of one list; END is never an end of one. */
export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly kind: 'order' | 'next' | 'dependency' | 'route' | 'failure' | 'insertion'
  /** Indexes of the DECISION's routes that lead here, only on edges of kind `route`. */
  readonly routes?: number[]
  /** It leads back to where the search came from: taking it opens the target again. */
  readonly back: boolean
  /** It is open only while the run has, or has not, inserted certain steps. */
  readonly insertion?: Insertion
}

/** A way past or through what rules of the step `after` insert: from the end of one rule's steps, or the step itself, to the next. */
export interface Insertion {
  readonly after: string
  readonly from?: number
  readonly to?: number
}

/** Whether the run goes this way: `inserted` are the rules whose steps stand behind `after`, in their order. */
export function isOpenWay({ from, to }: Insertion, inserted: readonly number[]): boolean {
  const place = from === undefined ? 0 : inserted.indexOf(from) + 1
  if (from !== undefined && place === 0) return false
  return inserted[place] === to
}

export type FoundEdge = Omit<FlowEdge, 'back'>

/** The edges that are found are the same objects as long as what they come from is: each is decided once either way. */
const decided = new WeakMap<FoundEdge, { readonly forth: FlowEdge; readonly back: FlowEdge }>()

export function decidedEdge(found: FoundEdge, isBack: boolean): FlowEdge {
  let both = decided.get(found)
  if (both === undefined) {
    both = { forth: { ...found, back: false }, back: { ...found, back: true } }
    decided.set(found, both)
  }
  return isBack ? both.back : both.forth
}

export function edgeId(kind: FlowEdge['kind'], from: string, to: string): string {
  return `${kind}:${JSON.stringify([from, to])}`
}
