'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { StepType } from '#core/definition/definition.ts'
import { NodeCard } from './node-card.tsx'
import { useNodeOverlay } from './overlay-store.ts'
import { StepIcon } from './step-icon.tsx'

/** What a node says by its definition alone; states and problems come from the overlay. */
export interface WorkflowNodeData extends Record<string, unknown> {
  readonly stepType: StepType | 'UNKNOWN'
  readonly name: string
  readonly summary: string
}
export type WorkflowFlowNode = Node<WorkflowNodeData, 'step'>

const handleClasses = '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-line-strong !bg-surface'
const hiddenHandleClasses = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent'

/** One node for every step type, on the designer's canvas and in the run view. */
export const WorkflowNode = memo(function WorkflowNode({
  id,
  data,
  selected,
  isConnectable,
}: NodeProps<WorkflowFlowNode>) {
  const overlay = useNodeOverlay(id)
  const handle = isConnectable ? handleClasses : hiddenHandleClasses
  return (
    <>
      <Handle type="target" position={Position.Top} className={handle} isConnectable={isConnectable} />
      <NodeCard
        icon={<StepIcon type={data.stepType} />}
        name={data.name}
        summary={data.summary}
        selected={selected}
        overlay={overlay}
      />
      <Handle type="source" position={Position.Bottom} className={handle} isConnectable={isConnectable} />
    </>
  )
})
