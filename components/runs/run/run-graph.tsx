'use client'

import { useNodesInitialized, useReactFlow } from '@xyflow/react'
import { useEffect, useState } from 'react'
import { createOverlayStore } from '#components/canvas/overlay-store.ts'
import { fit, ReadingCanvas } from '#components/canvas/reading-canvas.tsx'
import type { Graph } from '#core/graph/graph.ts'
import type { RunState } from '#core/run/state.ts'
import { keepUnchanged, runOverlay } from './run-overlay.ts'

export interface RunGraphProps {
  graph: Graph
  /** At the instant that is shown; today that is now. */
  state: RunState
  selected: string | null
  onSelect(step: string | null): void
}

/** The definition of the run with its state laid over it. Every step is there, also those that have not begun. */
export function RunGraph({ graph, state, selected, onSelect }: RunGraphProps) {
  const [store] = useState(createOverlayStore)
  useEffect(() => {
    store.setState((before) => keepUnchanged(before, runOverlay(graph, state)), true)
  }, [store, graph, state])
  return (
    <ReadingCanvas graph={graph} store={store} selected={selected} onSelect={onSelect} label="Steps of this run">
      <FitWhenResized />
    </ReadingCanvas>
  )
}

/** The pane gets its size after the first drawing; until somebody moves the canvas it stays fitted. */
function FitWhenResized() {
  const { fitView } = useReactFlow()
  const isReady = useNodesInitialized()
  useEffect(() => {
    if (isReady) void fitView(fit)
  }, [isReady, fitView])
  return null
}
