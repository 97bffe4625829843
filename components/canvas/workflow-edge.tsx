'use client'

import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type EdgeShape, edgePath, type Lane, type Point } from './edges/edge-path.ts'
import { shownLabel } from './edges/label-size.ts'
import type { Direction } from './layout/direction.ts'
import { type EdgeOverlay, useEdgeOverlay } from './overlay-store.ts'
import { useNews } from './use-news.ts'
import { LabelPortal } from './view-portal.tsx'

export interface WorkflowEdgeData extends Record<string, unknown> {
  readonly kind: 'normal' | 'route' | 'failure'
  readonly label?: string | undefined
  /** The edge leads back up, as part of a loop. */
  readonly back: boolean
  readonly terminal?: 'start' | 'end' | undefined
  /** The direction of the drawing: top to bottom where it is absent. */
  readonly direction?: Direction
  /** The edge belongs to another workflow. */
  readonly foreign?: boolean
  /** The way past nodes in between, where there are any. */
  readonly lane?: Lane | undefined
  /** The place of the label along the edge, where its usual place is taken. */
  readonly labelAt?: number | undefined
}
export type WorkflowFlowEdge = Edge<WorkflowEdgeData, 'flow'>

/**
 * Kinds of edges differ in form: failure edges are dotted and say `on error`, routes say their condition. A run colours
 * the edges it took and dashes the edges it will not take.
 */
export const WorkflowEdge = memo(function WorkflowEdge(props: EdgeProps<WorkflowFlowEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, data, selected, markerEnd } = props
  const overlay = useEdgeOverlay(id)
  const { path, label } = edgePath({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, edgeShape(data))
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={edgeClasses(data?.kind ?? 'normal', overlay, selected ?? false)}
        {...(markerEnd ? { markerEnd } : {})}
      />
      <Token path={path} overlay={overlay} />
      {overlay === 'undone' && <BackwardHead start={{ x: sourceX, y: sourceY }} direction={data?.direction} />}
      {data?.label && (
        <LabelPortal>
          <EdgeLabel x={label.x} y={label.y} text={data.label} overlay={overlay} selected={selected ?? false} />
        </LabelPortal>
      )}
    </>
  )
})

/** A token that travels along an edge when the run takes it, once. */
function Token({ path, overlay }: { path: string; overlay: EdgeOverlay | undefined }) {
  const { shown, seen } = useNews(overlay, isTaken)
  if (!shown) return null
  return (
    <circle r={4} className="animate-token fill-done" style={{ offsetPath: `path("${path}")` }} onAnimationEnd={seen} />
  )
}

const isTaken = (before: EdgeOverlay | undefined, now: EdgeOverlay | undefined) =>
  before === undefined && now === 'live'

/** The head of an arrow at the beginning of an edge: the rollback went back along it. */
function BackwardHead({ start, direction }: { start: Point; direction: Direction | undefined }) {
  const turn = direction === 'right' ? -90 : 0
  return (
    <path
      d="M-4.5 8L0 1L4.5 8"
      transform={`translate(${start.x} ${start.y}) rotate(${turn})`}
      className="fill-none stroke-2 stroke-undone"
      data-backward=""
    />
  )
}

/** The shape of an edge, by its data. */
export function edgeShape(data: WorkflowEdgeData | undefined): EdgeShape {
  return {
    back: data?.back,
    lane: data?.lane,
    labelAt: data?.labelAt,
    side: data?.kind === 'failure',
    turned: data?.direction === 'right',
  }
}

function edgeClasses(kind: WorkflowEdgeData['kind'], overlay: EdgeOverlay | undefined, selected: boolean): string {
  return classNames(
    kind === 'failure' && '![stroke-dasharray:1.5_4.5] ![stroke-linecap:round] ![stroke-width:2] !stroke-failed',
    overlay === 'dead' && '![stroke-dasharray:4_4]',
    overlay === 'live' && (kind === 'failure' ? '!stroke-failed' : '!stroke-done'),
    overlay === 'failed' && '!stroke-failed',
    overlay === 'undone' && 'edge-undone ![stroke-dasharray:6_4] !stroke-undone',
    overlay === 'gone' && '![stroke-dasharray:5_4] !stroke-failed',
    selected && '!stroke-2 !stroke-accent',
  )
}

interface EdgeLabelProps {
  x: number
  y: number
  text: string
  overlay: EdgeOverlay | undefined
  selected: boolean
}

function EdgeLabel({ x, y, text, overlay, selected }: EdgeLabelProps) {
  return (
    <span
      title={text}
      className={classNames(
        'absolute max-w-48 truncate canvas-label rounded-[6px] border border-line bg-surface px-1.5 font-mono font-medium text-muted',
        overlay === 'live' && 'border-done text-done',
        (overlay === 'failed' || overlay === 'gone') && 'border-failed text-failed',
        selected && 'border-accent text-accent',
      )}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
    >
      {shownLabel(text)}
    </span>
  )
}
