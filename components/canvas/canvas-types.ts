import { WorkflowEdge } from './workflow-edge.tsx'
import { WorkflowNode } from './workflow-node.tsx'

/** Outside every component, as the canvas library asks: new objects would render every node again. */
export const nodeTypes = { step: WorkflowNode }
export const edgeTypes = { flow: WorkflowEdge }
