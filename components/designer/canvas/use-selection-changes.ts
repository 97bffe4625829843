'use client'

import { type EdgeChange, type NodeChange, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import { nothing } from '../selection-store.ts'
import { useSession } from '../session-context.tsx'

/** The canvas library reports what was clicked or framed; the selection store decides, and the canvas follows it. */
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
      // What is clicked alone is selected alone; the library knows nothing of notes.
      const { multiSelectionActive, userSelectionActive } = api.getState()
      const notes = multiSelectionActive || userSelectionActive ? before.notes : nothing
      if (of === 'steps') session.selection.set(next, before.edges, notes)
      else session.selection.set(before.steps, next, notes)
    }
    return {
      onNodesChange: (changes: NodeChange<WorkflowFlowNode>[]) => {
        const { nodes } = session.flow.store.getState()
        const outside = nodes.filter(({ data }) => data.owner === undefined)
        session.flow.changeNodes(session.guides.snap(changes, outside, session.canvas?.zoom() ?? 1))
        select(changes, 'steps')
      },
      // A box is drawn around steps. The library would add every connection that they have, also to steps outside of it, and
      // whoever deletes the steps would cut these instead of having them closed.
      onEdgesChange: (changes: EdgeChange<WorkflowFlowEdge>[]) => {
        const boxed = api.getState().userSelectionActive
        select(boxed ? changes.filter((change) => change.type !== 'select' || !change.selected) : changes, 'edges')
      },
    }
  }, [session, api])
}
