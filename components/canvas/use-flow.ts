'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { layoutRequest } from '#components/canvas/layout/placement.ts'
import { requestLayout } from '#components/canvas/layout/request-layout.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Graph, GraphEdge, GraphNode } from '#core/graph/graph.ts'
import { type EdgeRoute, levelRoutes } from './edges/level-routes.ts'
import { composeDrawing, type DrawnNode, frameLayer, type Level } from './expansion/compose-drawing.ts'
import type { LayoutPositions } from './layout/layout-request.ts'
import { nodeSize } from './measures.ts'
import { canvasTexts } from './texts/canvas.ts'
import { titleData } from './title-data.ts'
import type { WorkflowFlowEdge } from './workflow-edge.tsx'
import type { WorkflowFlowNode } from './workflow-node.tsx'

interface Flow {
  readonly nodes: WorkflowFlowNode[]
  readonly edges: WorkflowFlowEdge[]
}

/**
 * The graphs inside of nodes, by node id: `loopBody` makes the one of a LOOP, `withOwner` the one of another workflow.
 */
export type Insides = ReadonlyMap<string, Graph>
const closed: Insides = new Map()

/**
 * Nodes and edges for the canvas; null until steps without a place of their own have been given one. While nodes are
 * opened or closed, the former picture stays until the new one is ready.
 */
export function useFlow(graph: Graph, insides: Insides = closed): Flow | null {
  const [, setLaidOut] = useState(0)
  const last = useRef<Flow | null>(null)
  const graphs = useMemo(() => [graph, ...insides.values()], [graph, insides])
  const missing = graphs.filter((one) => !isPlaced(one) && !layouts.has(one)).length

  useEffect(() => {
    if (missing === 0) return
    const ended = new AbortController()
    const unplaced = graphs.filter((one) => !isPlaced(one) && !layouts.has(one))
    Promise.all(unplaced.map((one) => layOut(one, ended.signal))).then(
      () => ended.signal.aborted || setLaidOut((count) => count + 1),
    )
    return () => ended.abort()
  }, [graphs, missing])

  return useMemo(() => {
    if (missing === 0) last.current = flowOf(graph, insides)
    return last.current
  }, [graph, insides, missing])
}

/** A cache of layouts: graphs are immutable, so each is laid out once. */
const layouts = new WeakMap<Graph, LayoutPositions>()
const isPlaced = (graph: Graph) => graph.nodes.every((node) => node.placed)

async function layOut(graph: Graph, signal: AbortSignal): Promise<void> {
  try {
    layouts.set(graph, await requestLayout(layoutRequest(graph), signal))
  } catch {
    // Without the worker the steps stand below each other: less pretty, but complete.
    if (!signal.aborted) layouts.set(graph, {})
  }
}

function flowOf(graph: Graph, insides: Insides): Flow {
  const levels = new Map([...insides].map(([owner, inside]) => [owner, levelOf(inside)]))
  const drawing = composeDrawing(levelOf(graph), levels)
  const nodes = drawing.nodes.map((drawn) => flowNode(drawn, insides.get(drawn.node.id)))
  const routes = levelRoutes(drawing.nodes, drawing.edges)
  return { nodes, edges: drawing.edges.map((edge) => flowEdge(edge, routes.get(edge.id))) }
}

function levelOf(graph: Graph): Level<GraphNode, GraphEdge> {
  const positions = isPlaced(graph) ? {} : (layouts.get(graph) ?? {})
  return {
    nodes: graph.nodes.map((node) => ({ node, position: positions[node.id] ?? node.position })),
    edges: graph.edges,
  }
}

function flowNode(
  { node: { id, step }, position, frame, depth }: DrawnNode<GraphNode>,
  inside: Graph | undefined,
): WorkflowFlowNode {
  const empty = frame !== null && inside?.nodes.length === 0
  return {
    id,
    type: 'step',
    position,
    data: {
      stepType: step.type,
      ...titleData(step),
      summary: summaryOf(step),
      ...(frame === null ? {} : { open: true }),
      ...(empty ? { emptyWords: canvasTexts.empty } : {}),
    },
    ...(frame ?? nodeSize),
    ...(frame === null ? {} : { zIndex: frameLayer(depth) }),
    // A button is named by its content: the step, what it is doing, and how it stands.
    ariaRole: 'button',
    draggable: false,
    connectable: false,
  }
}

const summaryOf = (step: Step) => (step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].summary(step))

function flowEdge(
  { id, source, target, kind, label, back }: GraphEdge,
  route: EdgeRoute | undefined,
): WorkflowFlowEdge {
  const data = { kind, label, back, ...route }
  const ariaLabel = canvasTexts.connectionFromTo(escapeInvisible(source), escapeInvisible(target))
  return { id, source, target, type: 'flow', data, ariaLabel, focusable: false, selectable: false }
}
