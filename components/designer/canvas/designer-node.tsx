'use client'

import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { NodeCard } from '#components/canvas/node-card.tsx'
import { useNodeOverlay } from '#components/canvas/overlay-store.ts'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { PeopleRing } from '../presence/people-ring.tsx'
import { revealProblemsOf } from '../reveal.ts'
import { useSession } from '../session-context.tsx'
import { TrialMark } from '../try/trial-mark.tsx'
import { useDetail } from './far.ts'
import { FarNode } from './far-node.tsx'
import { failureHandle } from './flow-store.ts'

/** Small to look at, large to hit: 24 pixels around an 8 pixel dot. */
const handle =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-line-strong !bg-surface after:absolute after:-inset-2 hover:!border-accent hover:!bg-accent'
const failure =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-failed !bg-surface opacity-0 after:absolute after:-inset-2 group-hover/step:opacity-100 hover:!bg-failed in-[.selected]:opacity-100'

/** The node of the designer: the shared card, with handles to draw edges from; the one at the right is for failures. */
export const DesignerNode = memo(function DesignerNode({ id, data, selected }: NodeProps<WorkflowFlowNode>) {
  const overlay = useNodeOverlay(id)
  const session = useSession()
  const detail = useDetail()
  if (detail === 'crowd') return <FarNode name={null} selected={selected} problems={overlay?.problems} />
  return (
    <div className="group/step">
      <PeopleRing step={id} named={detail === 'near'} />
      <Handle type="target" position={Position.Top} className={handle} isConnectableStart={false} />
      {detail === 'far' ? (
        <FarNode name={data.name} selected={selected} problems={overlay?.problems} />
      ) : (
        <NodeCard
          icon={<StepIcon type={data.stepType} />}
          name={data.name}
          summary={data.summary}
          selected={selected}
          overlay={overlay}
          onProblems={() => revealProblemsOf(session, id)}
        />
      )}
      {detail === 'near' && <TrialMark step={id} />}
      <Handle type="source" position={Position.Bottom} className={handle} title="Drag to the next step" />
      <Handle
        type="source"
        id={failureHandle}
        position={Position.Right}
        className={failure}
        title="Drag to where a failure leads"
      />
    </div>
  )
})
