'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { Step, StepGroup, StepType } from '#core/definition/definition.ts'
import type { TitlePart } from '#core/definition/title.ts'
import { FrameCard } from './expansion/frame-card.tsx'
import { useNodeTools } from './expansion/node-tools.ts'
import { NodeCard } from './node-card.tsx'
import { useNodeOverlay } from './overlay-store.ts'
import { StepIcon } from './step-icon.tsx'

/** The content of a node from its definition alone; states and problems come from the overlay. */
export interface WorkflowNodeData extends Record<string, unknown> {
  readonly stepType: StepType | 'UNKNOWN'
  /** The title, safe to display. */
  readonly name: string
  /** The title in parts, where it contains values. */
  readonly parts?: readonly TitlePart[]
  /** The id of the step. */
  readonly stepId?: string
  readonly summary: string
  /** The node is drawn as a frame around its inside. */
  readonly open?: boolean
  /** The number of frames around the node. */
  readonly depth?: number
  /** The step itself, for callers that draw more than its name. */
  readonly step?: Step
  /** The id of the node whose frame holds this node. */
  readonly owner?: string
  /** The node belongs to another workflow. */
  readonly foreign?: boolean
  /** The node stands for a folded group of steps. */
  readonly folded?: StepGroup
  /** The words shown in an empty frame. */
  readonly emptyWords?: string | undefined
}
export type WorkflowFlowNode = Node<WorkflowNodeData, 'step'>

const handleClasses = '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-thread !bg-surface'
const hiddenHandleClasses = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent'

/** One node for every step type, on the designer's canvas and in the run view. */
export const WorkflowNode = memo(function WorkflowNode({
  id,
  data,
  selected,
  isConnectable,
}: NodeProps<WorkflowFlowNode>) {
  const overlay = useNodeOverlay(id)
  const Tools = useNodeTools()
  const handle = isConnectable ? handleClasses : hiddenHandleClasses
  const card = {
    icon: <StepIcon type={data.stepType} />,
    name: data.name,
    parts: data.parts,
    id: data.stepId,
    summary: data.summary,
    selected,
    overlay,
    tools: Tools && <Tools node={id} open={data.open ?? false} />,
  }
  return (
    <>
      <Handle type="target" position={Position.Top} className={handle} isConnectable={isConnectable} />
      {data.open ? <FrameCard {...card} emptyWords={data.emptyWords} /> : <NodeCard {...card} />}
      <Handle type="source" position={Position.Bottom} className={handle} isConnectable={isConnectable} />
    </>
  )
})
