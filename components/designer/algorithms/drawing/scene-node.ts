import type { TerminalNode } from '#components/canvas/terminals/place-terminals.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import type { GraphNode } from '#core/graph/graph.ts'

/** A node of the canvas: a step, a group that is folded, or the start or an end. */
export interface SceneNode {
  readonly id: string
  readonly of: GraphNode | StepGroup | TerminalNode
  /** Whether the step belongs to another workflow, and is read-only here. */
  readonly foreign: boolean
}

export const isTerminal = (of: SceneNode['of']): of is TerminalNode => 'terminal' in of
