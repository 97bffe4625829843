import type { NodeChange, NodePositionChange } from '@xyflow/react'
import { createStore } from 'zustand/vanilla'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { Placed } from './arrange.ts'
import { type GuideLine, snapLines } from './snap-lines.ts'

type Change = NodeChange<WorkflowFlowNode>

/** How near a step must come to a line to be drawn onto it, in pixels of the screen. */
const reach = 6

/** The lines that are shown while steps are dragged. */
export function createGuideStore() {
  const store = createStore<readonly GuideLine[]>(() => [])
  const clear = () => {
    if (store.getState().length > 0) store.setState([], true)
  }
  return {
    store,
    clear,
    /** The changes with what is dragged drawn into line with what is not. */
    snap(changes: Change[], nodes: readonly Placed[], zoom: number): Change[] {
      const moved = changes.filter(isDragged)
      const [first] = moved
      if (first?.position === undefined) {
        if (changes.some((change) => change.type === 'position')) clear()
        return changes
      }
      const ids = new Set(moved.map(({ id }) => id))
      const others = nodes.filter(({ id }) => !ids.has(id))
      const { by, lines } = snapLines(first.position, others, reach / zoom)
      if (lines.length > 0) store.setState(lines, true)
      else clear()
      if (by.x === 0 && by.y === 0) return changes
      return changes.map((change) =>
        isDragged(change) && change.position !== undefined
          ? { ...change, position: { x: change.position.x + by.x, y: change.position.y + by.y } }
          : change,
      )
    },
  }
}
export type GuideStore = ReturnType<typeof createGuideStore>

function isDragged(change: Change): change is NodePositionChange {
  return change.type === 'position' && change.dragging === true
}
