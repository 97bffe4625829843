'use client'

import type { EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { edgePath } from '#components/canvas/edges/edge-path.ts'
import { LabelPortal } from '#components/canvas/view-portal.tsx'
import { edgeShape, WorkflowEdge, type WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { useView } from '../../model/session-context.tsx'
import { useDetail } from '../canvas/detail.ts'
import { ConditionLabel } from './condition-label.tsx'
import { InsertButton } from './insert-button.tsx'

/** A button that stands below the words on an edge is this much further down. */
const labelHeight = 21

/** The edge of the designer: the shared one, with a condition that can be edited in place, and lit up as a drop target. */
export const DesignerEdge = memo(function DesignerEdge(props: EdgeProps<WorkflowFlowEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, data, selected } = props
  const near = useDetail() === 'near'
  const editing = useView((view) => view.editingEdge === id)
  const drop = useView((view) => view.dropEdge === id)
  const { path, label } = edgePath({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, edgeShape(data))
  return (
    <>
      {drop && <path d={path} data-drop-edge="" className={classNames('fill-none stroke-8 stroke-accent-soft')} />}
      <WorkflowEdge {...props} selected={(selected ?? false) || drop} />
      {near && !data?.foreign && (
        <InsertButton
          edge={id}
          x={label.x}
          y={label.y + (data?.kind === 'route' ? labelHeight : 0)}
          always={data?.kind === 'normal' && data.terminal === 'end'}
        />
      )}
      {data?.kind === 'route' && (near || editing) && (
        <LabelPortal>
          <ConditionLabel edge={id} x={label.x} y={label.y} selected={selected ?? false} />
        </LabelPortal>
      )}
    </>
  )
})
