import type { Step } from '#core/definition/definition.ts'
import { stepTitle, titleParts } from '#core/definition/title.ts'
import type { WorkflowNodeData } from './workflow-node.tsx'

/** How the node of a step is called. */
export function titleData(step: Step): Pick<WorkflowNodeData, 'name' | 'parts' | 'stepId'> {
  const parts = titleParts(step)
  const hasValues = parts.some(({ kind }) => kind === 'value')
  return { name: stepTitle(step), stepId: step.name, ...(hasValues ? { parts } : {}) }
}
