import type { StepGroup } from '#core/definition/definition.ts'
import type { GraphNode } from '#core/graph/graph.ts'

/** A node of the canvas: a step, or a group that is folded. */
export interface SceneNode {
  readonly id: string
  readonly of: GraphNode | StepGroup
  /** Whether the step belongs to another workflow, and is read-only here. */
  readonly foreign: boolean
}
