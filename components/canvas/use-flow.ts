'use client'

import { useEffect, useMemo, useState } from 'react'
import type { LayoutPositions } from '#components/designer/layout/layered-layout.ts'
import { requestLayout } from '#components/designer/layout/request-layout.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Graph } from '#core/graph/graph.ts'
import { edgeLanes } from './edge-lanes.ts'
import type { Lane } from './edge-path.ts'
import { nodeSize } from './node-card.tsx'
import type { WorkflowFlowEdge } from './workflow-edge.tsx'
import type { WorkflowFlowNode } from './workflow-node.tsx'

/** Nodes and edges for the canvas; null until the steps without a place of their own have been given one. */
export function useFlow(graph: Graph) {
  const [laidOut, setLaidOut] = useState<{ graph: Graph; positions: LayoutPositions } | null>(null)
  const isPlaced = graph.nodes.every((node) => node.placed)

  useEffect(() => {
    if (isPlaced) return
    const ended = new AbortController()
    const request = {
      nodes: graph.nodes.map(({ id }) => ({ id, ...nodeSize })),
      edges: graph.edges.map(({ source, target, back }) => ({ source, target, back })),
    }
    requestLayout(request, ended.signal)
      .then((positions) => setLaidOut({ graph, positions }))
      // Without the worker the steps stand below each other: less pretty, nothing lost.
      .catch(() => !ended.signal.aborted && setLaidOut({ graph, positions: {} }))
    return () => ended.abort()
  }, [graph, isPlaced])

  return useMemo(() => {
    if (!isPlaced && laidOut?.graph !== graph) return null
    const positions = isPlaced ? {} : (laidOut?.positions ?? {})
    const nodes = graph.nodes.map((node) => flowNode(node, positions))
    const lanes = edgeLanes(nodes, graph.edges, nodeSize)
    return { nodes, edges: graph.edges.map((edge) => flowEdge(edge, lanes.get(edge.id))) }
  }, [graph, isPlaced, laidOut])
}

function flowNode({ id, step, position }: Graph['nodes'][number], positions: LayoutPositions): WorkflowFlowNode {
  return {
    id,
    type: 'step',
    position: positions[id] ?? position,
    data: { stepType: step.type, name: id, summary: summaryOf(step) },
    ...nodeSize,
    // A button is named by its content: the step, what it is doing, and how it stands.
    ariaRole: 'button',
    draggable: false,
    connectable: false,
  }
}

const summaryOf = (step: Step) => (step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].summary(step))

function flowEdge(
  { id, source, target, kind, label, back }: Graph['edges'][number],
  lane: Lane | undefined,
): WorkflowFlowEdge {
  const data = { kind, label, back, lane }
  return { id, source, target, type: 'flow', data, focusable: false, selectable: false }
}
