/** An edge between two steps of one list; END is never an end of one. */
export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly kind: 'order' | 'next' | 'dependency' | 'route' | 'failure'
  /** Indexes of the DECISION's routes that lead here, only on edges of kind `route`. */
  readonly routes?: number[]
  /** It leads back to where the search came from: taking it opens the target again. */
  readonly back: boolean
}

export type FoundEdge = Omit<FlowEdge, 'back'>

export function edgeId(kind: FlowEdge['kind'], from: string, to: string): string {
  return `${kind}:${JSON.stringify([from, to])}`
}
