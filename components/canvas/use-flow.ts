'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { layoutRequest } from '#components/canvas/layout/placement.ts'
import { requestLayout } from '#components/canvas/layout/request-layout.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import type { Graph, GraphEdge, GraphNode } from '#core/graph/graph.ts'
import { innerTerminals, type Terminals, terminalsOf } from '#core/graph/terminals.ts'
import { edgeLabel, routedEdge } from './edges/edge-routes.ts'
import { type EdgeRoute, levelRoutes } from './edges/level-routes.ts'
import { composeDrawing, type DrawnNode, frameLayer, type Level } from './expansion/compose-drawing.ts'
import type { LayoutPositions, LayoutRequest } from './layout/layout-request.ts'
import { failureHandle, nodeSize, terminalSizes } from './measures.ts'
import { stepMarks } from './step-data.ts'
import { iconTypeOf } from './step-icon.tsx'
import { placeTerminals, type TerminalNode } from './terminals/place-terminals.ts'
import { inputNames, shownTriggers, terminalData, terminalEdgeLabel } from './terminals/terminal-flow.ts'
import type { TerminalFlowNode } from './terminals/terminal-node.tsx'
import { canvasTexts } from './texts/canvas.ts'
import { titleData } from './title-data.ts'
import type { WorkflowFlowEdge } from './workflow-edge.tsx'
import type { WorkflowFlowNode } from './workflow-node.tsx'

interface Flow {
  readonly nodes: (WorkflowFlowNode | TerminalFlowNode)[]
  readonly direction: Direction
  readonly edges: WorkflowFlowEdge[]
}

/**
 * The graphs inside of nodes, by node id: `loopBody` makes the one of a LOOP, `withOwner` the one of another workflow.
 */
export type Insides = ReadonlyMap<string, Graph>
const closed: Insides = new Map()

export interface FlowOptions {
  readonly direction?: Direction
  /** Instead of the start and the ends of the graph: those of both graphs of a comparison. */
  readonly terminals?: Terminals
}

/**
 * Nodes and edges for the canvas; null until steps without a place of their own have been given one. While nodes are
 * opened or closed, the former picture stays until the new one is ready.
 */
export function useFlow(graph: Graph, insides: Insides = closed, options: FlowOptions = {}): Flow | null {
  const { direction = 'down', terminals = terminalsOf(graph) } = options
  const [, setLaidOut] = useState(0)
  const last = useRef<Flow | null>(null)
  const graphs = useMemo(() => [graph, ...insides.values()], [graph, insides])
  const isMissing = (one: Graph) => !isPlaced(one) && !layouts[direction].has(one)
  const missing = graphs.filter(isMissing).length

  useEffect(() => {
    if (missing === 0) return
    const ended = new AbortController()
    const unplaced = graphs.filter((one) => !isPlaced(one) && !layouts[direction].has(one))
    const drawn = (one: Graph) => (one === graph ? terminalsOf(one) : innerTerminals(terminalsOf(one)))
    Promise.all(unplaced.map((one) => layOut(one, layoutRequest(one, direction, drawn(one)), ended.signal))).then(
      () => ended.signal.aborted || setLaidOut((count) => count + 1),
    )
    return () => ended.abort()
  }, [graph, graphs, missing, direction])

  return useMemo(() => {
    if (missing === 0) last.current = flowOf(graph, insides, { direction, terminals })
    return last.current
  }, [graph, insides, missing, direction, terminals])
}

/** A cache of layouts: graphs are immutable, so each is laid out once. */
const layouts: { readonly [Each in Direction]: WeakMap<Graph, LayoutPositions> } = {
  down: new WeakMap(),
  right: new WeakMap(),
}
const isPlaced = (graph: Graph) => graph.nodes.every((node) => node.placed)

async function layOut(graph: Graph, request: LayoutRequest, signal: AbortSignal): Promise<void> {
  const { direction = 'down' } = request
  try {
    layouts[direction].set(graph, await requestLayout(request, signal))
  } catch {
    // Without the worker the steps stand below each other: less pretty, but complete.
    if (!signal.aborted) layouts[direction].set(graph, {})
  }
}

/** A node of the picture: a step, or the start or an end. */
type PictureNode = GraphNode | TerminalNode

function flowOf(graph: Graph, insides: Insides, { direction, terminals }: Required<FlowOptions>): Flow {
  const inner = [...insides].map(([owner, inside]) => {
    return [owner, levelOf(inside, innerTerminals(terminalsOf(inside)), direction)] as const
  })
  const drawing = composeDrawing(levelOf(graph, terminals, direction), new Map(inner), direction)
  const steps = new Map(drawing.nodes.map(({ node }) => [node.id, node]))
  const inputs = inputNames(graph.workflow)
  const triggers = shownTriggers(graph.workflow)
  const nodes = drawing.nodes.map((drawn) => {
    const { node, owner } = drawn
    if ('step' in node) return flowNode({ ...drawn, node }, insides.get(node.id), graph.workflow, direction)
    const around = owner === null ? undefined : steps.get(owner)
    const step = around !== undefined && 'step' in around ? around.step : undefined
    const round = step?.type === 'LOOP'
    const fork = step?.type === 'PARALLEL' ? { fork: step } : {}
    return terminalFlowNode({ ...drawn, node }, terminalData(node, { inputs, triggers, direction, round, ...fork }))
  })
  const routes = levelRoutes(drawing.nodes, drawing.edges.map(routedEdge), direction)
  return { nodes, edges: drawing.edges.map((edge) => flowEdge(edge, routes.get(edge.id), direction)), direction }
}

function levelOf(graph: Graph, terminals: Terminals, direction: Direction): Level<PictureNode, GraphEdge> {
  const known = isPlaced(graph) ? {} : (layouts[direction].get(graph) ?? {})
  const nodes = graph.nodes.map((node) => ({ node, position: known[node.id] ?? node.position }))
  return {
    nodes: [...nodes, ...placeTerminals(nodes, terminals, direction, known)],
    edges: [...graph.edges, ...terminals.starts, ...terminals.ends],
  }
}

function terminalFlowNode(
  { node, position }: DrawnNode<TerminalNode>,
  data: TerminalFlowNode['data'],
): TerminalFlowNode {
  return {
    id: node.id,
    type: 'terminal',
    position,
    data,
    ...terminalSizes[node.terminal],
    draggable: false,
    connectable: false,
    selectable: false,
    focusable: false,
  }
}

function flowNode(
  { node: { id, step }, position, frame, depth }: DrawnNode<GraphNode>,
  inside: Graph | undefined,
  workflow: Graph['workflow'],
  direction: Direction,
): WorkflowFlowNode {
  const empty = frame !== null && inside?.nodes.length === 0
  return {
    id,
    type: 'step',
    position,
    data: {
      stepType: iconTypeOf(step),
      ...titleData(step),
      summary: summaryOf(step),
      ...stepMarks(step, workflow),
      direction,
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

function flowEdge(edge: GraphEdge, route: EdgeRoute | undefined, direction: Direction): WorkflowFlowEdge {
  const { id, source, target, kind, label, back } = edge
  const data = { kind, label: edgeLabel({ kind, label }), back, direction, ...route }
  const ariaLabel =
    terminalEdgeLabel(edge) ?? canvasTexts.connectionFromTo(escapeInvisible(source), escapeInvisible(target))
  const handle = kind === 'failure' ? { sourceHandle: failureHandle } : {}
  return { id, source, target, ...handle, type: 'flow', data, ariaLabel, focusable: false, selectable: false }
}
