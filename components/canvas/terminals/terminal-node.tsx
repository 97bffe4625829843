'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleStop, Flag, Merge, Play, RotateCw, Split } from 'lucide-react'
import { type ComponentType, createContext, memo, useContext } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import type { ParallelStep } from '#core/definition/definition.ts'
import { escapeInvisible, isolateSentence } from '#core/definition/escape-invisible.ts'
import type { TriggerType } from '#core/definition/trigger.ts'
import { branchGraph } from '#core/graph/branches.ts'
import type { Direction } from '../layout/direction.ts'
import { useNodeOverlay } from '../overlay-store.ts'
import { canvasTexts } from '../texts/canvas.ts'
import { hiddenHandle } from './hidden-handle.ts'
import { triggerIcons } from './trigger-icons.ts'

export interface ShownTrigger {
  readonly type: TriggerType
  readonly words: string
}

export interface TerminalNodeData extends Record<string, unknown> {
  readonly terminal: 'start' | 'end' | 'fork' | 'join'
  /** The PARALLEL step, on its fork and its join. */
  readonly fork?: ParallelStep
  /** The names of the input's values, on the start. */
  readonly inputs: readonly string[]
  /** The triggers of the workflow; of the Start node alone. */
  readonly triggers: readonly ShownTrigger[]
  /** The end of a round, in the body of a loop. */
  readonly round?: boolean
  readonly direction: Direction
  /** The step next to it, with which it moves. */
  readonly beside: string
}
export type TerminalFlowNode = Node<TerminalNodeData, 'terminal'>

/** The action of a click on the start; null where the start is only to be looked at. */
export const StartActionContext = createContext<{ readonly label: string; perform(): void } | null>(null)

/** Small buttons on the fork of a PARALLEL step; null where it is only looked at. */
export const ForkToolsContext = createContext<ComponentType<{ readonly step: string }> | null>(null)

/** The start or an end: a pill that no step looks like. It is a view of the text, which has no step for it. */
export const TerminalNode = memo(function TerminalNode({ id, data, isConnectable }: NodeProps<TerminalFlowNode>) {
  const isRight = data.direction === 'right'
  const isBefore = data.terminal === 'start' || data.terminal === 'fork'
  return isBefore ? (
    <>
      {data.fork ? (
        <ForkPill id={id} step={data.fork} />
      ) : (
        <StartPill id={id} inputs={data.inputs} triggers={data.triggers} />
      )}
      <Handle
        type="source"
        position={isRight ? Position.Right : Position.Bottom}
        className={hiddenHandle}
        isConnectable={false}
      />
    </>
  ) : (
    <>
      <Handle
        type="target"
        position={isRight ? Position.Left : Position.Top}
        className={hiddenHandle}
        isConnectable={isConnectable}
        isConnectableStart={false}
      />
      {data.fork ? <JoinPill id={id} step={data.fork} /> : <EndPill id={id} round={data.round ?? false} />}
    </>
  )
})

const pill = 'flex size-full items-center rounded-full border border-line-strong bg-surface text-left'

function StartPill({ id, inputs, triggers }: { id: string } & Pick<TerminalNodeData, 'inputs' | 'triggers'>) {
  const overlay = useNodeOverlay(id)
  const action = useContext(StartActionContext)
  const byHand = inputs.length === 0 ? canvasTexts.noInput : canvasTexts.startedByHandOrApi(inputs.join(', '))
  const names = triggers.length === 0 ? byHand : triggers.map(({ words }) => words).join('; ')
  const [first] = triggers
  const Icon = first === undefined ? Play : triggerIcons[first.type]
  const tone = overlay?.tone
  const content = (
    <>
      <span
        className={classNames(
          'grid size-8 shrink-0 place-items-center rounded-full',
          tone ? 'bg-tone-soft text-tone' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon aria-hidden="true" className={first === undefined ? 'ml-0.5 size-3.5 fill-current' : 'size-4'} />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="canvas-name truncate font-semibold">{overlay?.word ?? canvasTexts.start}</span>
        <span className="canvas-note truncate text-muted" title={isolateSentence(names)}>
          {isolateSentence(overlay?.note ?? names)}
        </span>
      </span>
    </>
  )
  const look = classNames(pill, 'gap-2 py-1 pr-4 pl-1.25', tone && toneClasses[tone])
  if (action === null) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      tabIndex={-1}
      title={action.label}
      aria-label={`${canvasTexts.start}: ${names}. ${action.label}`}
      onClick={action.perform}
      className={classNames(look, 'nodrag nopan cursor-pointer hover:border-accent')}
    >
      {content}
    </button>
  )
}

function ForkPill({ id, step }: { id: string; step: ParallelStep }) {
  const overlay = useNodeOverlay(id)
  const Tools = useContext(ForkToolsContext)
  const { branches, each } = branchGraph(step)
  const words = each ? canvasTexts.eachOf(escapeInvisible(each.list)) : canvasTexts.branches(branches.length)
  return (
    <div
      title={each ? canvasTexts.atOnce(each.atOnce) : words}
      className={classNames(
        pill,
        'kind-decide justify-center gap-1.5 border-(--kind) px-2.5',
        overlay?.dim && 'border-line text-faint',
      )}
    >
      <Split aria-hidden="true" className="size-3.5 shrink-0 rotate-180 text-(--kind)" />
      <span className="canvas-note truncate font-medium">{words}</span>
      {Tools && <Tools step={step.name} />}
    </div>
  )
}

function JoinPill({ id, step }: { id: string; step: ParallelStep }) {
  const overlay = useNodeOverlay(id)
  const { join } = branchGraph(step)
  const words = join.partial ? canvasTexts.joinsPartly : canvasTexts.joinsAll
  return (
    <div
      className={classNames(
        pill,
        'kind-decide justify-center gap-1.5 border-(--kind) px-2.5',
        overlay?.tone && [toneClasses[overlay.tone], 'border-tone bg-tone-soft text-tone'],
        overlay?.dim && 'border-line text-faint',
      )}
    >
      <Merge aria-hidden="true" className="size-3.5 shrink-0 rotate-180" />
      <span className="canvas-note truncate font-medium">{words}</span>
    </div>
  )
}

function EndPill({ id, round }: { id: string; round: boolean }) {
  const overlay = useNodeOverlay(id)
  const tone = overlay?.tone
  const Icon = round ? RotateCw : Flag
  return (
    <div
      title={round ? canvasTexts.roundEndsHere : canvasTexts.branchEndsHere}
      className={classNames(
        pill,
        'justify-center gap-1.5 px-2',
        tone ? [toneClasses[tone], 'border-tone bg-tone-soft text-tone'] : 'text-muted',
        overlay?.dim && 'border-line bg-bg text-faint',
      )}
    >
      {tone === undefined ? (
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      ) : tone === 'idle' ? (
        <CircleStop aria-hidden="true" className="size-3.5 shrink-0" />
      ) : (
        <ToneIcon tone={tone} className="size-3.5 shrink-0 stroke-2" />
      )}
      <span className="canvas-note truncate font-medium">
        {overlay?.word ?? (round ? canvasTexts.nextRound : canvasTexts.end)}
      </span>
    </div>
  )
}
