import type { StepGroup } from '#core/definition/definition.ts'
import type { GraphNode } from '#core/graph/graph.ts'

/** A node of the canvas: a step, or a group that is folded. */
export interface SceneNode {
  readonly id: string
  readonly of: GraphNode | StepGroup
  /** It belongs to another workflow: to look at, not to change. */
  readonly foreign: boolean
}
