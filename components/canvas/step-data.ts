import type { Step } from '#core/definition/definition.ts'
import type { GraphWorkflow } from '#core/graph/graph.ts'
import type { WorkflowNodeData } from './workflow-node.tsx'

/** What the node of a step shows besides its name and its summary. */
export function stepMarks(
  { compensate_function: undo, disabled }: Step,
  { saga_enabled: isOn }: Pick<GraphWorkflow, 'saga_enabled'>,
): Pick<WorkflowNodeData, 'disabled' | 'undo'> {
  return { ...(disabled ? { disabled } : {}), ...(undo === undefined ? {} : { undo: { undo, isOn } }) }
}
