'use client'

import { Background, BackgroundVariant, ReactFlow, ReactFlowProvider, useReactFlow, useStoreApi } from '@xyflow/react'
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import type { Graph } from '#core/graph/graph.ts'
import { CanvasControls } from './canvas-controls.tsx'
import { DirectionMenu } from './direction-menu.tsx'
import type { Size } from './geometry.ts'
import { glideMs } from './glide.ts'
import type { Direction } from './layout/direction.ts'
import { chooseDirection, type DirectionChoice, directionIn, useDirectionChoice } from './layout/direction-choice.ts'
import { fitZoom, viewPaddingIn } from './measures.ts'
import { OverlayContext, type OverlayStore } from './overlay-store.ts'
import { TerminalNode } from './terminals/terminal-node.tsx'
import { canvasTexts } from './texts/canvas.ts'
import { type Insides, useFlow } from './use-flow.ts'
import { ReadingMap } from './view/reading-map.tsx'
import { ReadingView } from './view/reading-view.tsx'
import { viewportFor } from './view/viewport-for.ts'
import { WorkflowEdge } from './workflow-edge.tsx'
import { WorkflowNode } from './workflow-node.tsx'
import { ZoomMark } from './zoom-mark.tsx'

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
  /** The nodes that matter most, the weightiest first: they are in view where not everything can be. */
  readonly focus?: readonly string[]
  /** A new value brings the focus into view even after the user has moved the view. */
  readonly asked?: string | null
  /** Panels on the canvas. */
  readonly children?: ReactNode
}

/** Above this number of steps, rendering only the visible steps is cheaper than rendering all. */
const manySteps = 120

/** A read-only graph: steps can be selected, nothing can be changed. */
export function ReadingCanvas(props: ReadingCanvasProps) {
  const area = useRef<HTMLDivElement>(null)
  const [pane, setPane] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (area.current !== null) setPane({ width: area.current.clientWidth, height: area.current.clientHeight })
  }, [])
  return (
    <div ref={area} className="size-full">
      {pane !== null && <SizedCanvas {...props} pane={pane} />}
    </div>
  )
}

function SizedCanvas({ pane, ...props }: ReadingCanvasProps & { readonly pane: Size }) {
  const { graph, insides, store, selected, onSelect, label, focus = [], asked = null, children } = props
  const direction = useDirection(graph, pane)
  const flow = useFlow(graph, insides, { direction })
  const moved = useRef(false)
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
          defaultViewport={viewportFor(nodes, focus, pane)}
          minZoom={0.1}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements={nodes.length > manySteps}
          onNodeClick={(_, node) => node.type === 'step' && onSelect(node.id)}
          onPaneClick={() => onSelect(null)}
          onMoveStart={(event) => {
            // Without an event the view is moved by the page itself.
            if (event !== null) moved.current = true
          }}
          onNodesChange={(changes) => {
            // Enter and Space on a node arrive here.
            const chosen = changes.find((change) => change.type === 'select' && change.selected)
            if (chosen?.type === 'select') onSelect(chosen.id)
          }}
          aria-label={label}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
          <ReadingControls focus={focus} direction={flow.direction} moved={moved} />
          <ReadingView focus={focus} asked={asked} moved={moved} />
          <ReadingMap nodes={nodes} />
          <ZoomMark />
          {children}
        </ReactFlow>
      </ReactFlowProvider>
    </OverlayContext>
  )
}

/** Decided once for a graph and a choice: a drawing does not turn around because a run has inserted a step. */
function useDirection(graph: Graph, pane: Size): Direction {
  const choice = useDirectionChoice()
  const decided = useRef<{ readonly choice: DirectionChoice; readonly direction: Direction } | null>(null)
  if (decided.current?.choice !== choice) decided.current = { choice, direction: directionIn(graph, pane, choice) }
  return decided.current.direction
}

interface ReadingControlsProps {
  readonly focus: readonly string[]
  readonly direction: Direction
  readonly moved: RefObject<boolean>
}

/** A fit shows what matters and follows it; asked for again, everything. */
function ReadingControls({ focus, direction, moved }: ReadingControlsProps) {
  const { getNodes, getViewport, setViewport, fitView } = useReactFlow()
  const api = useStoreApi()
  const fit = () => {
    const { width, height } = api.getState()
    const wanted = viewportFor(getNodes(), focus, { width, height })
    const now = getViewport()
    const isShown = Math.abs(wanted.x - now.x) < 1 && Math.abs(wanted.y - now.y) < 1 && wanted.zoom === now.zoom
    const duration = glideMs(fitMs)
    moved.current = isShown
    if (isShown) void fitView({ duration, padding: viewPaddingIn(height), maxZoom: fitZoom.most })
    else void setViewport(wanted, { duration })
  }
  return (
    <CanvasControls onFit={fit}>
      <DirectionMenu direction={direction} onChoose={chooseDirection} />
    </CanvasControls>
  )
}

const fitMs = 120

/** Outside every component, as the canvas library asks: new objects would render every node again. */
const nodeTypes = { step: WorkflowNode, terminal: TerminalNode }
const edgeTypes = { flow: WorkflowEdge }
