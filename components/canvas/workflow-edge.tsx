'use client'

import { BaseEdge, type Edge, type EdgeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { type EdgeShape, edgePath, type Lane } from './edges/edge-path.ts'
import { type EdgeOverlay, useEdgeOverlay } from './overlay-store.ts'
import { LabelPortal } from './view-portal.tsx'

export interface WorkflowEdgeData extends Record<string, unknown> {
  readonly kind: 'normal' | 'route' | 'failure'
  readonly label?: string | undefined
  /** The edge leads back up, as part of a loop. */
  readonly back: boolean
  /** The edge belongs to another workflow. */
  readonly foreign?: boolean
  /** The way past nodes in between, where there are any. */
  readonly lane?: Lane | undefined
  /** The place of the label along the edge, where its usual place is taken. */
  readonly labelAt?: number | undefined
}
export type WorkflowFlowEdge = Edge<WorkflowEdgeData, 'flow'>

/** Failure edges are red and dotted. A run colours the edges it took and dashes the edges it will not take. */
export const WorkflowEdge = memo(function WorkflowEdge(props: EdgeProps<WorkflowFlowEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, data, selected, markerEnd } = props
  const overlay = useEdgeOverlay(id)
  const { path, label } = edgePath({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, edgeShape(props))
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={edgeClasses(data?.kind ?? 'normal', overlay, selected ?? false)}
        {...(markerEnd ? { markerEnd } : {})}
      />
      {data?.label && (
        <LabelPortal>
          <EdgeLabel x={label.x} y={label.y} text={data.label} overlay={overlay} selected={selected ?? false} />
        </LabelPortal>
      )}
    </>
  )
})

/** The shape of an edge, by its data and its source handle. */
export function edgeShape({
  data,
  sourcePosition,
}: Pick<EdgeProps<WorkflowFlowEdge>, 'data' | 'sourcePosition'>): EdgeShape {
  return { back: data?.back, lane: data?.lane, labelAt: data?.labelAt, side: sourcePosition === Position.Right }
}

function edgeClasses(kind: WorkflowEdgeData['kind'], overlay: EdgeOverlay | undefined, selected: boolean): string {
  return classNames(
    kind === 'failure' && '![stroke-dasharray:2_4] !stroke-failed',
    overlay === 'dead' && '![stroke-dasharray:4_4]',
    overlay === 'live' && (kind === 'failure' ? '!stroke-failed' : '!stroke-done'),
    overlay === 'failed' && '!stroke-failed',
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
        'absolute max-w-48 truncate rounded-[6px] border border-line bg-surface px-1.5 font-mono text-[11px]/[18px] font-medium text-muted',
        overlay === 'live' && 'border-done text-done',
        (overlay === 'failed' || overlay === 'gone') && 'border-failed text-failed',
        selected && 'border-accent text-accent',
      )}
      style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
    >
      {text}
    </span>
  )
}
