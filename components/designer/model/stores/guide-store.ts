import type { NodeChange, NodePositionChange } from '@xyflow/react'
import { createStore } from 'zustand/vanilla'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { Position } from '#core/graph/graph.ts'
import type { Placed } from '../../algorithms/positions/arrange.ts'
import { type GuideLine, snapLines } from '../../algorithms/positions/snap-lines.ts'

type Change = NodeChange<WorkflowFlowNode>

/** How near a step must come to a line to be drawn onto it, in pixels of the screen. */
const reach = 6

/** The lines that are shown while steps are dragged. */
export function createGuideStore() {
  const store = createStore<readonly GuideLine[]>(() => [])
  /** The last offset that aligned the dragged steps. */
  let drawn = nowhere
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
        // The drop is reported once more at the pointer's position: the offset keeps the steps where they were shown.
        const by = drawn
        if (changes.some((change) => change.type === 'position')) {
          drawn = nowhere
          clear()
        }
        return movedBy(changes, by)
      }
      const ids = new Set(moved.map(({ id }) => id))
      const others = nodes.filter(({ id }) => !ids.has(id))
      const { by, lines } = snapLines(first.position, others, reach / zoom)
      if (lines.length > 0) store.setState(lines, true)
      else clear()
      drawn = by
      return movedBy(changes, by)
    },
  }
}
const nowhere: Position = { x: 0, y: 0 }

function movedBy(changes: Change[], by: Position): Change[] {
  if (by.x === 0 && by.y === 0) return changes
  return changes.map((change) =>
    change.type === 'position' && change.position !== undefined
      ? { ...change, position: { x: change.position.x + by.x, y: change.position.y + by.y } }
      : change,
  )
}

function isDragged(change: Change): change is NodePositionChange {
  return change.type === 'position' && change.dragging === true
}
