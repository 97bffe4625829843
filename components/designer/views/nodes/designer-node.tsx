'use client'

import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { mostLevels } from '#components/canvas/expansion/compose-drawing.ts'
import { FrameCard } from '#components/canvas/expansion/frame-card.tsx'
import { NodeCard } from '#components/canvas/node-card.tsx'
import { useNodeOverlay } from '#components/canvas/overlay-store.ts'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { catalogue } from '#core/definition/catalogue.ts'
import { useDetail } from '../../algorithms/drawing/detail.ts'
import { revealProblemsOf } from '../../commands/reveal.ts'
import { failureHandle } from '../../model/drawing/flow-node.ts'
import { useSession } from '../../model/session-context.tsx'
import { FarNode } from './far-node.tsx'
import { FoldedGroup } from './folded-group.tsx'
import { FrameTools, OpenButton } from './open-button.tsx'
import { PeopleRing } from './people-ring.tsx'
import { TrialMark } from './trial-mark.tsx'

/** Small to look at, large to hit: 24 pixels around an 8 pixel dot. */
const handle =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-thread !bg-surface after:absolute after:-inset-2 hover:!border-accent hover:!bg-accent'
const failure =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-failed !bg-surface opacity-0 after:absolute after:-inset-2 group-hover/step:opacity-100 hover:!bg-failed in-[.selected]:opacity-100'
/** Edges of another workflow, and of a folded group, are not drawn from here. */
const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent !pointer-events-none'

/** The node of the designer: the shared card, with handles to draw edges from; the one at the right is for failures. */
export const DesignerNode = memo(function DesignerNode({ id, data, selected }: NodeProps<WorkflowFlowNode>) {
  const detail = useDetail()
  if (detail === 'crowd' && !data.open) return <CrowdNode id={id} selected={selected} />
  const still = data.foreign === true || data.folded !== undefined
  return (
    <div className={data.open ? 'group/step size-full' : 'group/step'}>
      {!still && <PeopleRing step={id} named={detail === 'near'} />}
      <Handle type="target" position={Position.Top} className={still ? hidden : handle} isConnectableStart={false} />
      <Card id={id} data={data} selected={selected} far={detail !== 'near'} />
      {detail === 'near' && !still && <TrialMark step={id} />}
      <Handle
        type="source"
        position={Position.Bottom}
        className={still ? hidden : handle}
        title={still ? undefined : 'Drag to the next step'}
      />
      <Handle
        type="source"
        id={failureHandle}
        position={Position.Right}
        className={still ? hidden : failure}
        style={data.open ? frameFailure : undefined}
        title={still ? undefined : 'Drag to where a failure leads'}
      />
    </div>
  )
})

/** In the middle of the head, not of the frame. */
const frameFailure = { top: 28 }

function CrowdNode({ id, selected }: { id: string; selected: boolean }) {
  return <FarNode name={null} selected={selected} problems={useNodeOverlay(id)?.problems} />
}

interface CardProps {
  readonly id: string
  readonly data: WorkflowFlowNode['data']
  readonly selected: boolean
  readonly far: boolean
}

function Card({ id, data, selected, far }: CardProps) {
  const overlay = useNodeOverlay(id)
  const session = useSession()
  const { open, folded, step, foreign, name } = data
  if (folded !== undefined) {
    return far ? (
      <FarNode name={name} selected={selected} problems={undefined} />
    ) : (
      <FoldedGroup group={folded} selected={selected} />
    )
  }
  if (far && !open) return <FarNode name={name} selected={selected} problems={overlay?.problems} />
  const canOpen = step?.type === 'LOOP' || step?.type === 'SUB_WORKFLOW'
  const card = {
    icon: <StepIcon type={data.stepType} />,
    name,
    summary: data.summary,
    type: data.stepType === 'UNKNOWN' ? undefined : catalogue[data.stepType].label,
    selected,
    overlay: foreign ? { dim: true } : overlay,
    ...(foreign ? {} : { onProblems: () => revealProblemsOf(session, id) }),
  }
  if (open && step)
    return <FrameCard {...card} emptyWords={data.emptyWords} tools={<FrameTools node={id} step={step} />} />
  return <NodeCard {...card} tools={canOpen && (data.depth ?? 0) < mostLevels && <OpenButton node={id} />} />
}
