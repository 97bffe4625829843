'use client'

import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider } from '@xyflow/react'
import { type ReactNode, useMemo } from 'react'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import type { Graph } from '#core/graph/graph.ts'
import { CanvasControls } from './canvas-controls.tsx'
import { fit } from './measures.ts'
import { OverlayContext, type OverlayStore } from './overlay-store.ts'
import { canvasTexts } from './texts/canvas.ts'
import { type Insides, useFlow } from './use-flow.ts'
import { WorkflowEdge } from './workflow-edge.tsx'
import { WorkflowNode } from './workflow-node.tsx'

export interface ReadingCanvasProps {
  readonly graph: Graph
  /** The graphs inside of open nodes; the buttons of nodes come from a `NodeToolsProvider`. */
  readonly insides?: Insides
  /** The overlay of the steps. */
  readonly store: OverlayStore
  readonly selected: string | null
  onSelect(step: string | null): void
  /** The name of the graph for screen readers. */
  readonly label: string
  /** Components that move the viewport. */
  readonly children?: ReactNode
}

/** Above this number of steps, rendering only the visible steps is cheaper than rendering all. */
const manySteps = 120

/** A read-only graph: steps can be selected, nothing can be changed. */
export function ReadingCanvas({ graph, insides, store, selected, onSelect, label, children }: ReadingCanvasProps) {
  const flow = useFlow(graph, insides)
  const nodes = useMemo(
    () => flow?.nodes.map((node) => (node.id === selected ? { ...node, selected: true } : node)),
    [flow, selected],
  )
  if (!flow || !nodes) {
    return (
      <div role="status" className="grid h-full place-items-center content-center gap-10">
        <span className="sr-only">{canvasTexts.arrangingGraph}</span>
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
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements={nodes.length > manySteps}
          onNodeClick={(_, node) => onSelect(node.id)}
          onPaneClick={() => onSelect(null)}
          onNodesChange={(changes) => {
            // Enter and Space on a node arrive here.
            const chosen = changes.find((change) => change.type === 'select' && change.selected)
            if (chosen?.type === 'select') onSelect(chosen.id)
          }}
          aria-label={label}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
          <CanvasControls />
          {children}
        </ReactFlow>
      </ReactFlowProvider>
    </OverlayContext>
  )
}

/** Outside every component, as the canvas library asks: new objects would render every node again. */
const nodeTypes = { step: WorkflowNode }
const edgeTypes = { flow: WorkflowEdge }
