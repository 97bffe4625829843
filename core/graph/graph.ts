import { type Definition, END, type Step } from '#core/definition/definition.ts'

/** The top left corner of a node, in pixels of the canvas at zoom 1. */
export interface Position {
  readonly x: number
  readonly y: number
}

export interface GraphNode {
  /** The step's name: names are unique in a workflow. */
  readonly id: string
  readonly step: Step
  readonly position: Position
  /** False while `layout` has no position for the step, so that `position` is a default. */
  readonly placed: boolean
  /** The run passes the step over: `disabled: true` in the text. */
  readonly disabled?: true
}

/**
 * `normal` edges come from the order of the text, from `next` or from `dependencies`; the canvas does not distinguish
 * these.
 */
export type EdgeKind = 'normal' | 'route' | 'failure'

export interface GraphEdge {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly kind: EdgeKind
  /** What is written beside the edge: the conditions of a DECISION. */
  readonly label?: string
  /** True for an edge that closes a cycle. */
  readonly back: boolean
  /** Indexes of the DECISION's routes that lead along this edge, only on edges of kind `route`. */
  readonly routes?: readonly number[]
  /** The edge leads from the start or to an end (`terminals.ts`), which are no steps. */
  readonly terminal?: 'start' | 'end'
}

/** Everything of a definition but its steps: kept, so that a graph compiles back to the same definition. */
export type GraphWorkflow = Omit<Definition, 'steps'>

/** What the canvas draws: a projection of a definition and its layout. Nodes are in the order of the text. */
export interface Graph {
  readonly workflow: GraphWorkflow
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** Identifies an edge in an edit: at most one edge of each kind joins two steps. */
export interface EdgeRef {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

export function edgeRef({ source, target, kind, terminal }: GraphEdge): EdgeRef {
  return { from: source, to: terminal === 'end' ? END : target, kind }
}

/** The id of an edge: equal for equal ends and kind in every graph of the workflow. */
export function edgeId({ from, to, kind }: EdgeRef): string {
  return `${kind}:${JSON.stringify([from, to])}`
}
