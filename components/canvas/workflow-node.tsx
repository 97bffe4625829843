'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { Step, StepGroup } from '#core/definition/definition.ts'
import type { TitlePart } from '#core/definition/title.ts'
import { FrameCard } from './expansion/frame-card.tsx'
import { useNodeTools } from './expansion/node-tools.ts'
import type { Direction } from './layout/direction.ts'
import { failureHandle } from './measures.ts'
import { NodeCard } from './node-card.tsx'
import { useNodeOverlay } from './overlay-store.ts'
import { type IconType, kindClasses, StepIcon } from './step-icon.tsx'
import { hiddenHandle } from './terminals/hidden-handle.ts'

/** The place of a branch: its PARALLEL step and its index in `tasks`; null for what runs for each item. */
export interface BranchRef {
  readonly parallel: string
  readonly at: number | null
  /** The text has a whole step there, which is selected and edited like any other. */
  readonly whole: boolean
}

/** The content of a node from its definition alone; states and problems come from the overlay. */
export interface WorkflowNodeData extends Record<string, unknown> {
  readonly stepType: IconType
  /** The title, safe to display. */
  readonly name: string
  /** The title in parts, where it contains values. */
  readonly parts?: readonly TitlePart[]
  /** The id of the step. */
  readonly stepId?: string
  readonly summary: string
  /** The run passes the step over. */
  readonly disabled?: boolean
  /** What undoes the step on a rollback, and whether the workflow has rollbacks. */
  readonly undo?: { readonly undo: string; readonly isOn: boolean }
  /** Top to bottom where it is absent. */
  readonly direction?: Direction
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
  /** The node is a branch of a PARALLEL step. */
  readonly branch?: BranchRef
  /** The words shown in an empty frame. */
  readonly emptyWords?: string | undefined
}
export type WorkflowFlowNode = Node<WorkflowNodeData, 'step'>

/** The sides of a node at which edges arrive, leave, and leave after a failure. */
export const handleSides = {
  down: { target: Position.Top, source: Position.Bottom, failure: Position.Right },
  right: { target: Position.Left, source: Position.Right, failure: Position.Bottom },
} as const satisfies Record<Direction, unknown>

/** In a frame, failures leave from the head, which looks like a card. */
export const frameFailure = { down: { top: 28 }, right: { left: 108 } } as const satisfies Record<Direction, unknown>

/** One node for every step type, where a graph is looked at. */
export const WorkflowNode = memo(function WorkflowNode({ id, data, selected }: NodeProps<WorkflowFlowNode>) {
  const overlay = useNodeOverlay(id)
  const Tools = useNodeTools()
  const { direction = 'down', open = false } = data
  const sides = handleSides[direction]
  const hidden = { className: hiddenHandle, isConnectable: false }
  const card = {
    icon: <StepIcon type={data.stepType} />,
    kind: kindClasses[data.stepType],
    disabled: data.disabled,
    undo: data.undo,
    name: data.name,
    parts: data.parts,
    id: data.stepId,
    summary: data.summary,
    selected,
    overlay,
    tools: Tools && <Tools node={id} open={open} />,
  }
  return (
    <>
      <Handle type="target" position={sides.target} {...hidden} />
      {open ? <FrameCard {...card} emptyWords={data.emptyWords} /> : <NodeCard {...card} />}
      <Handle type="source" position={sides.source} {...hidden} />
      <Handle
        type="source"
        id={failureHandle}
        position={sides.failure}
        {...hidden}
        {...(open ? { style: frameFailure[direction] } : {})}
      />
    </>
  )
})
