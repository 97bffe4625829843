'use client'

import {
  Background,
  BackgroundVariant,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react'
import { Box, Play } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useMemo, useState } from 'react'
import type { WaitGraph, WaitNode } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { CanvasControls } from '#components/canvas/canvas-controls.tsx'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import { requestLayout } from '#components/canvas/layout/request-layout.ts'
import { PhaseChip } from '#components/runs/run/envelope/severity-mark.tsx'
import { shortId } from '#components/runs/short-id.ts'
import { runPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { locksTexts } from './texts/locks.ts'

interface WaitGraphViewProps {
  readonly graph: WaitGraph
}

type WaitFlowNode = Node<{ readonly node: WaitNode; readonly isBlocker: boolean }, 'wait'>

const size = { width: 232, height: 60 }
/** Room for the words of an edge, in pixels. */
const labelWidth = 60

/** The wait-for graph: edges lead from waiting runs over resources to their holders, which block all others. */
export function WaitGraphView({ graph }: WaitGraphViewProps) {
  const positions = usePositions(graph)
  const nodes = useMemo(() => positions && nodesOf(graph, positions), [graph, positions])
  const edges = useMemo(() => edgesOf(graph), [graph])
  if (nodes === null)
    return (
      <p role="status" className="sr-only">
        {locksTexts.graphLoading}
      </p>
    )
  return (
    <ReactFlowProvider>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.12 }}
        minZoom={0.1}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        aria-label={locksTexts.waitGraph}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.6} />
        <CanvasControls />
      </ReactFlow>
    </ReactFlowProvider>
  )
}

/** The places of the nodes, laid out anew when nodes or edges come or go; null before the first layout. */
function usePositions(graph: WaitGraph): LayoutPositions | null {
  const shape = JSON.stringify([graph.nodes.map(({ id }) => id), graph.edges.map(({ from, to }) => [from, to])])
  const [positions, setPositions] = useState<LayoutPositions | null>(null)
  useEffect(() => {
    const [ids, links] = JSON.parse(shape) as [readonly string[], readonly (readonly [string, string])[]]
    const aborting = new AbortController()
    requestLayout(
      {
        direction: 'right',
        nodes: ids.map((id) => ({ id, ...size })),
        edges: links.map(([source, target]) => ({ source, target, back: false, labelWidth })),
      },
      aborting.signal,
    ).then(setPositions, () => undefined)
    return () => aborting.abort()
  }, [shape])
  return positions
}

function nodesOf({ nodes, edges }: WaitGraph, positions: LayoutPositions): WaitFlowNode[] {
  const held = new Set(edges.filter(({ kind }) => kind === 'holds').map(({ to }) => to))
  const waiting = new Set(edges.filter(({ kind }) => kind === 'waits').map(({ from }) => from))
  return nodes.flatMap((node): WaitFlowNode[] => {
    const position = positions[node.id]
    if (position === undefined) return []
    const isBlocker = node.kind === 'run' && held.has(node.id) && !waiting.has(node.id)
    return [{ id: node.id, type: 'wait', position: { ...position }, data: { node, isBlocker }, ...size }]
  })
}

function edgesOf({ edges }: WaitGraph): Edge[] {
  return edges.map(({ from, to, kind }) => ({
    id: `${from} ${to} ${kind}`,
    source: from,
    target: to,
    label: kind === 'waits' ? locksTexts.waitsFor : locksTexts.heldBy,
    className: kind === 'waits' ? '[&_path]:!stroke-human' : '[&_path]:!stroke-active',
    style: kind === 'waits' ? { strokeDasharray: '5 4' } : {},
    labelBgStyle: { fill: 'var(--color-sunken)' },
    labelStyle: { fill: 'var(--color-muted)', fontSize: 12 },
    markerEnd: { type: MarkerType.ArrowClosed, color: `var(--color-${kind === 'waits' ? 'human' : 'active'})` },
  }))
}

function WaitNodeCard({ data: { node, isBlocker } }: NodeProps<WaitFlowNode>) {
  const titleOf = useWorkflowTitle()
  return (
    <div
      data-wait-node={node.kind}
      data-blocker={isBlocker}
      className={classNames(
        'grid size-full content-center gap-0.5 rounded-m border bg-surface px-3 shadow-low',
        isBlocker && 'border-active ring-2 ring-active',
      )}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className="opacity-0" />
      {node.kind === 'run' ? (
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <Play aria-hidden="true" className="size-3 shrink-0 text-muted" />
            <Link
              href={runPath(node.id)}
              aria-label={locksTexts.runNode(shortId(node.id), node.workflow)}
              className="nopan truncate rounded-s font-medium text-accent hover:underline"
            >
              {isolateText(titleOf(node.workflow))}
            </Link>
          </span>
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="shrink-0 font-mono text-code whitespace-nowrap text-muted">{shortId(node.id)}</span>
            <PhaseChip phase={node.phase} />
          </span>
        </>
      ) : (
        <span className="flex min-w-0 items-center gap-1.5">
          <Box aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <span className="truncate font-mono text-code">{isolateText(node.id)}</span>
        </span>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className="opacity-0" />
    </div>
  )
}

/** Outside of every component, as the canvas library asks. */
const nodeTypes = { wait: WaitNodeCard }
