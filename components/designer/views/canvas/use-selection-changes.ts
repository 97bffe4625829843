'use client'

import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { TerminalFlowNode } from '#components/canvas/terminals/terminal-node.tsx'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { nothing } from '../../model/selection-store.ts'
import { useSession } from '../../model/session-context.tsx'

/**
 * The canvas library reports clicks and selection boxes. The selection store decides, and the canvas follows the store.
 */
export function useSelectionChanges() {
  const session = useSession()
  const api = useStoreApi()
  return useMemo(() => {
    const select = (changes: readonly (NodeChange | EdgeChange)[], of: 'steps' | 'edges') => {
      const before = session.selection.store.getState()
      const next = new Set(before[of])
      let changed = false
      for (const change of changes) {
        if (change.type !== 'select') continue
        for (const id of of === 'steps' ? session.flow.stepsOf(change.id) : [change.id]) {
          if (next.has(id) === change.selected) continue
          changed = true
          if (change.selected) next.add(id)
          else next.delete(id)
        }
      }
      if (!changed) return
      // A plain click selects one element alone. The library knows nothing of notes, so they are deselected here.
      const { multiSelectionActive, userSelectionActive } = api.getState()
      const notes = multiSelectionActive || userSelectionActive ? before.notes : nothing
      if (of === 'steps') session.selection.set(next, before.edges, notes)
      else session.selection.set(before.steps, next, notes)
    }
    return {
      onNodesChange: (all: NodeChange<WorkflowFlowNode | TerminalFlowNode>[]) => {
        const { nodes } = session.flow.store.getState()
        const changes = all as NodeChange<WorkflowFlowNode>[]
        const outside = nodes.filter(({ data }) => data.owner === undefined)
        session.flow.changeNodes(session.guides.snap(changes, outside, session.canvas?.zoom() ?? 1))
        select(changes, 'steps')
      },
      // A selection box selects steps only. The library would also select every edge of these steps, including edges to
      // steps outside the box. Deleting the steps would then cut these edges instead of reconnecting the neighbours.
      onEdgesChange: (changes: EdgeChange<WorkflowFlowEdge>[]) => {
        const boxed = api.getState().userSelectionActive
        select(boxed ? changes.filter((change) => change.type !== 'select' || !change.selected) : changes, 'edges')
      },
    }
  }, [session, api])
}
