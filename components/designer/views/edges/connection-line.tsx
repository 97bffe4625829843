import type { ConnectionLineComponentProps } from '@xyflow/react'
import { useStore } from 'zustand'
import { edgePath } from '#components/canvas/edges/edge-path.ts'
import { failureHandle } from '#components/canvas/measures.ts'
import type { TerminalFlowNode } from '#components/canvas/terminals/terminal-node.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { useSession } from '../../model/session-context.tsx'

/** The edge that is being pulled, as it will look: one for failures is red and dotted, and where it may not end it is faint. */
export function ConnectionLine(props: ConnectionLineComponentProps<WorkflowFlowNode | TerminalFlowNode>) {
  const { fromX, fromY, toX, toY, fromHandle, connectionStatus } = props
  const turned = useStore(useSession().flow.store, (flow) => flow.direction === 'right')
  const side = fromHandle.id === failureHandle
  const [held, pulled] = [
    { x: fromX, y: fromY },
    { x: toX, y: toY },
  ]
  // If the source end of an edge is dragged, its target end stays fixed.
  const { path } =
    fromHandle.type === 'target' ? edgePath(pulled, held, { side, turned }) : edgePath(held, pulled, { side, turned })
  return (
    <path
      d={path}
      className={classNames(
        'fill-none stroke-accent stroke-[1.6]',
        side && 'stroke-failed [stroke-dasharray:2_4]',
        connectionStatus === 'invalid' && 'opacity-40',
      )}
    />
  )
}
