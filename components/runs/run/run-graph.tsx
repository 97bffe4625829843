'use client'

import {
  Background,
  BackgroundVariant,
  ReactFlow,
  ReactFlowProvider,
  useNodesInitialized,
  useReactFlow,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import { edgeTypes, nodeTypes } from '#components/canvas/canvas-types.ts'
import { createOverlayStore, OverlayContext } from '#components/canvas/overlay-store.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Graph } from '#core/graph/graph.ts'
import type { RunState } from '#core/run/state.ts'
import { keepUnchanged, runOverlay } from './run-overlay.ts'
import { useFlow } from './use-run-graph.ts'

export interface RunGraphProps {
  graph: Graph
  /** At the instant that is shown; today that is now. */
  state: RunState
  selected: string | null
  onSelect(step: string | null): void
}

const fit = { padding: 0.12, maxZoom: 1 } as const

/** The definition of the run with its state laid over it. Every step is there, also those that have not begun. */
export function RunGraph({ graph, state, selected, onSelect }: RunGraphProps) {
  const [store] = useState(createOverlayStore)
  useEffect(() => {
    store.setState((before) => keepUnchanged(before, runOverlay(graph, state)), true)
  }, [store, graph, state])
  const flow = useFlow(graph)
  const nodes = useMemo(
    () => flow?.nodes.map((node) => (node.id === selected ? { ...node, selected: true } : node)),
    [flow, selected],
  )
  if (!flow || !nodes) {
    return (
      <div role="status" className="grid h-full place-items-center content-center gap-10">
        <span className="sr-only">The graph is being laid out</span>
        <Skeleton className="h-14 w-54 rounded-l" />
        <Skeleton className="h-14 w-54 rounded-l" />
      </div>
    )
  }
  return (
    <OverlayContext value={store}>
      <ReactFlowProvider>
        <ReactFlow
          nodes={nodes}
          edges={flow.edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          fitView
          fitViewOptions={fit}
          minZoom={0.1}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          onNodeClick={(_, node) => onSelect(node.id)}
          onPaneClick={() => onSelect(null)}
          onNodesChange={(changes) => {
            // Enter and Space on a node arrive here.
            const chosen = changes.find((change) => change.type === 'select' && change.selected)
            if (chosen?.type === 'select') onSelect(chosen.id)
          }}
          aria-label="Steps of this run"
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
          <CanvasControls />
          <FitWhenResized />
        </ReactFlow>
      </ReactFlowProvider>
    </OverlayContext>
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
