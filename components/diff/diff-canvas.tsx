'use client'

import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import { edgeTypes, nodeTypes } from '#components/canvas/canvas-types.ts'
import { createOverlayStore, OverlayContext } from '#components/canvas/overlay-store.ts'
import { useFlow } from '#components/runs/run/use-run-graph.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { DefinitionDiff, Drawn } from '#core/graph/diff-definitions.ts'
import { diffOverlay, unionGraph } from './diff-graph.ts'

export interface DiffCanvasProps {
  readonly before: Drawn
  readonly after: Drawn
  readonly diff: DefinitionDiff
  readonly selected: string | null
  readonly onSelect: (step: string | null) => void
}

const fit = { padding: 0.12, maxZoom: 1 } as const

/** Both definitions in one graph: what is new, what is gone, what says something else, and what only stands elsewhere. */
export function DiffCanvas({ before, after, diff, selected, onSelect }: DiffCanvasProps) {
  const [store] = useState(createOverlayStore)
  useEffect(() => store.setState(diffOverlay(diff), true), [store, diff])
  const graph = useMemo(() => unionGraph(before, after, diff), [before, after, diff])
  const flow = useFlow(graph)
  const nodes = useMemo(
    () => flow?.nodes.map((node) => (node.id === selected ? { ...node, selected: true } : node)),
    [flow, selected],
  )
  if (!flow || !nodes) {
    return (
      <div role="status" className="grid h-full place-items-center">
        <span className="sr-only">The graph is being laid out</span>
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
          onlyRenderVisibleElements={nodes.length > 120}
          onNodeClick={(_, node) => onSelect(node.id)}
          onPaneClick={() => onSelect(null)}
          onNodesChange={(changes) => {
            const chosen = changes.find((change) => change.type === 'select' && change.selected)
            if (chosen?.type === 'select') onSelect(chosen.id)
          }}
          aria-label="Both versions in one graph"
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
          <CanvasControls />
          <ShowSelected step={selected} />
        </ReactFlow>
      </ReactFlowProvider>
    </OverlayContext>
  )
}

/** A step that is chosen in the list comes into view. */
function ShowSelected({ step }: { step: string | null }) {
  const { fitView } = useReactFlow()
  useEffect(() => {
    if (step !== null) void fitView({ nodes: [{ id: step }], maxZoom: 1, padding: 1.5, duration: 160 })
  }, [step, fitView])
  return null
}
