'use client'

import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { mostLevels } from '#components/canvas/expansion/compose-drawing.ts'
import { FrameCard } from '#components/canvas/expansion/frame-card.tsx'
import { NodeCard } from '#components/canvas/node-card.tsx'
import { type NodeOverlay, useNodeOverlay } from '#components/canvas/overlay-store.ts'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import { revealProblemsOf } from '../../commands/reveal.ts'
import { failureHandle } from '../../model/drawing/flow-node.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { useDetail } from '../canvas/detail.ts'
import { usePeopleAt } from '../top-bar/use-presence.ts'
import { FoldedGroup } from './folded-group.tsx'
import { FrameTools, OpenButton } from './open-button.tsx'
import { TrialMark } from './trial-mark.tsx'

/** Small to look at, large to hit: 24 pixels around an 8 pixel dot. */
const handle =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-thread !bg-surface after:absolute after:-inset-2 hover:!border-accent hover:!bg-accent'
const failure =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !border-failed !bg-surface opacity-0 after:absolute after:-inset-2 group-hover/step:opacity-100 hover:!bg-failed in-[.selected]:opacity-100'
/** Edges of another workflow, and of a folded group, are not drawn from here. */
const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent !pointer-events-none'

/** The node of the designer: the shared card with handles for edges; the right handle is for failures. */
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
        title={still ? undefined : designerTexts.dragToNextStep}
      />
      <Handle
        type="source"
        id={failureHandle}
        position={Position.Right}
        className={still ? hidden : failure}
        style={data.open ? frameFailure : undefined}
        title={still ? undefined : designerTexts.dragToStepThatHandles}
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
    parts: data.parts,
    id: data.stepId,
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

interface FarNodeProps {
  /** Written large, to be read from afar; null where there are too many steps for names. */
  readonly name: string | null
  readonly selected: boolean
  readonly problems: NodeOverlay['problems']
}

/** A node at a small zoom, with the size of its card: it shows position, selection and problems. */
function FarNode({ name, selected, problems }: FarNodeProps) {
  const tone = problems?.severity === 'error' ? 'failed' : problems?.severity === 'warning' ? 'human' : null
  return (
    <div
      className={classNames(
        'flex h-14 w-54 items-center rounded-l border-2 px-2',
        tone === null ? 'border-line-strong bg-surface' : [toneClasses[tone], 'border-tone bg-tone-soft'],
        selected && 'outline-6 outline-accent',
      )}
    >
      {name !== null && <span className="w-full truncate text-center text-[25px]/8 font-[550]">{name}</span>}
    </div>
  )
}

/**
 * A ring around a step that another user has selected, with the user's name. Screen readers hear the name with the
 * step's name.
 */
function PeopleRing({ step, named }: { step: string; named: boolean }) {
  const people = usePeopleAt(step)
  const [first] = people ?? []
  if (people === undefined || first === undefined) return null
  return (
    <span
      aria-hidden="true"
      data-people={people.map(({ name }) => name).join(', ')}
      className={`pointer-events-none absolute -inset-1.25 rounded-[15px] border-2 border-tone ${toneClasses[first.tone]}`}
    >
      {named && (
        <span className="absolute -top-4.5 left-2 max-w-40 truncate rounded-[5px] bg-tone px-1.5 text-[10.5px]/4 font-semibold text-surface">
          {first.name}
          {people.length > 1 && ` +${people.length - 1}`}
        </span>
      )}
    </span>
  )
}
