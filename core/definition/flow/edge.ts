/** An edge between two steps of one list; END is never an endpoint. */
export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly kind: 'order' | 'next' | 'dependency' | 'route' | 'failure' | 'insertion'
  /** Indexes of the DECISION's routes that lead here, only on edges of kind `route`. */
  readonly routes?: number[]
  /** A back edge: taking it opens the target again. */
  readonly back: boolean
  /** The edge is open only while the run has, or has not, inserted certain steps. */
  readonly insertion?: Insertion
}

/**
 * A way past or through the steps that rules of the step `after` insert: from the end of one rule's steps, or the step
 * itself, to the next rule's steps.
 */
export interface Insertion {
  readonly after: string
  readonly from?: number
  readonly to?: number
}

/** Is this way open? `inserted` are the rules whose steps the run has inserted behind `after`, in their order. */
export function isOpenWay({ from, to }: Insertion, inserted: readonly number[]): boolean {
  const location = from === undefined ? 0 : inserted.indexOf(from) + 1
  if (from !== undefined && location === 0) return false
  return inserted[location] === to
}

export type FoundEdge = Omit<FlowEdge, 'back'>

/** Edges by their source object, one per direction: the edge objects stay the same as long as their sources do. */
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
