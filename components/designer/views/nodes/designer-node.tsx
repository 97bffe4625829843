'use client'

import { Handle, type NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { mostLevels } from '#components/canvas/expansion/compose-drawing.ts'
import { FrameCard } from '#components/canvas/expansion/frame-card.tsx'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { failureHandle } from '#components/canvas/measures.ts'
import { NodeCard } from '#components/canvas/node-card.tsx'
import { type NodeOverlay, useNodeOverlay } from '#components/canvas/overlay-store.ts'
import { kindClasses, StepIcon } from '#components/canvas/step-icon.tsx'
import {
  frameFailure,
  handleSides,
  type WorkflowFlowNode,
  type WorkflowNodeData,
} from '#components/canvas/workflow-node.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import { revealProblemsOf } from '../../commands/reveal.ts'
import { useSession } from '../../model/session-context.tsx'
import { designerTexts } from '../../texts/designer.ts'
import { useDetail } from '../canvas/detail.ts'
import { usePeopleAt } from '../top-bar/use-presence.ts'
import { BranchTools } from './branch-tools.tsx'
import { FirstRoute } from './first-route.tsx'
import { FoldedGroup } from './folded-group.tsx'
import { FrameTools, OpenButton } from './open-button.tsx'
import { TrialMark } from './trial-mark.tsx'

/**
 * The dot of a handle: 8 pixels to look at, 24 to hit. Under the pointer it grows to 20 pixels and says its word. No
 * transform, because the canvas library places handles by one.
 */
const handleBase =
  '!size-2 !min-h-0 !min-w-0 !rounded-full !border !bg-surface after:absolute after:-inset-2 before:pointer-events-none before:absolute before:z-10 before:rounded-s before:bg-surface before:px-1.5 before:text-[12px]/[18px] before:font-medium before:whitespace-nowrap before:opacity-0 before:content-[attr(data-word)] hover:before:opacity-100'
const handle = `${handleBase} !border-thread before:text-accent hover:!border-accent hover:!bg-accent hover:shadow-[0_0_0_6px_var(--color-accent)]`
const failure = `${handleBase} !border-failed opacity-0 before:text-failed group-hover/step:opacity-100 hover:!bg-failed hover:shadow-[0_0_0_6px_var(--color-failed)] in-[.selected]:opacity-100`
/** Where the word of a handle stands: outside of the step. */
const words = {
  down: { source: 'before:top-4 before:left-3', failure: 'before:-top-1.5 before:left-5' },
  right: { source: 'before:-top-1.5 before:left-5', failure: 'before:top-4 before:left-3' },
} as const satisfies Record<Direction, unknown>
/** Edges of another workflow, and of a folded group, are not drawn from here. */
const hidden = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent !pointer-events-none'

/** The node of the designer: the shared card with handles for edges; the right handle is for failures. */
export const DesignerNode = memo(function DesignerNode({ id, data, selected }: NodeProps<WorkflowFlowNode>) {
  const detail = useDetail()
  if (detail === 'crowd' && !data.open) return <CrowdNode id={id} type={data.stepType} selected={selected} />
  const still = data.foreign === true || data.folded !== undefined || data.branch !== undefined
  const { direction = 'down' } = data
  const sides = handleSides[direction]
  return (
    <div className={data.open ? 'group/step size-full' : 'group/step'}>
      {!still && <PeopleRing step={id} named={detail === 'near'} />}
      <Handle type="target" position={sides.target} className={still ? hidden : handle} isConnectableStart={false} />
      <Card id={id} data={data} selected={selected} far={detail !== 'near'} />
      {detail === 'near' && !still && <TrialMark step={id} />}
      {detail === 'near' && !still && data.step?.type === 'DECISION' && data.step.routes.length === 0 && (
        <FirstRoute step={id} direction={direction} />
      )}
      <Handle
        type="source"
        position={sides.source}
        className={still ? hidden : classNames(handle, words[direction].source)}
        data-word={designerTexts.next}
        title={still ? undefined : designerTexts.dragToNextStep}
      />
      <Handle
        type="source"
        id={failureHandle}
        position={sides.failure}
        className={still ? hidden : classNames(failure, words[direction].failure)}
        data-word={designerTexts.onError}
        style={data.open ? frameFailure[direction] : undefined}
        title={still ? undefined : designerTexts.dragToStepThatHandles}
      />
    </div>
  )
})

function CrowdNode({ id, type, selected }: { id: string; type: WorkflowNodeData['stepType']; selected: boolean }) {
  return <FarNode name={null} type={type} selected={selected} problems={useNodeOverlay(id)?.problems} />
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
      <FarNode name={name} type={data.stepType} selected={selected} problems={undefined} />
    ) : (
      <FoldedGroup group={folded} selected={selected} />
    )
  }
  if (far && !open) return <FarNode name={name} type={data.stepType} selected={selected} problems={overlay?.problems} />
  const canOpen = step?.type === 'LOOP' || step?.type === 'PARALLEL' || step?.type === 'SUB_WORKFLOW'
  const card = {
    icon: <StepIcon type={data.stepType} />,
    kind: kindClasses[data.stepType],
    disabled: data.disabled,
    undo: data.undo,
    name,
    parts: data.parts,
    id: data.stepId,
    summary: data.summary,
    type: data.stepType === 'UNKNOWN' || data.stepType === 'MILESTONE' ? undefined : catalogue[data.stepType].label,
    selected,
    overlay: foreign ? { dim: true } : overlay,
    ...(foreign ? {} : { onProblems: () => revealProblemsOf(session, id) }),
  }
  if (open && step)
    return <FrameCard {...card} emptyWords={data.emptyWords} tools={<FrameTools node={id} step={step} />} />
  if (data.branch !== undefined) return <NodeCard {...card} tools={<BranchTools branch={data.branch} />} />
  return <NodeCard {...card} tools={canOpen && (data.depth ?? 0) < mostLevels && <OpenButton node={id} />} />
}

interface FarNodeProps {
  /** Written large, to be read from afar; null where there are too many steps for names. */
  readonly name: string | null
  readonly type: WorkflowNodeData['stepType']
  readonly selected: boolean
  readonly problems: NodeOverlay['problems']
}

/** A node at a small zoom, with the size of its card: it shows position, category, selection and problems. */
function FarNode({ name, type, selected, problems }: FarNodeProps) {
  const tone = problems?.severity === 'error' ? 'failed' : problems?.severity === 'warning' ? 'human' : null
  return (
    <div
      className={classNames(
        'flex h-14 w-54 items-center gap-2 rounded-l border-2 px-2',
        kindClasses[type],
        tone === null ? 'border-(--kind) bg-(--kind-soft)' : [toneClasses[tone], 'border-tone bg-tone-soft'],
        selected && 'outline-6 outline-accent',
      )}
    >
      {name !== null && (
        <>
          <StepIcon type={type} className="size-8 shrink-0 text-(--kind)" />
          <span className="min-w-0 flex-1 truncate text-[25px]/8 font-[550]">{name}</span>
        </>
      )}
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
