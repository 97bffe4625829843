'use client'

import { useEffect, useMemo, useState } from 'react'
import { edgeLanes } from '#components/canvas/edge-lanes.ts'
import type { Lane } from '#components/canvas/edge-path.ts'
import { nodeSize } from '#components/canvas/node-card.tsx'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { LayoutPositions } from '#components/designer/layout/layered-layout.ts'
import { requestLayout } from '#components/designer/layout/request-layout.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import { type Definition, rulesOf, type Step } from '#core/definition/definition.ts'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import { parse } from '#core/definition/parse.ts'
import { deriveTest } from '#core/definition/test-run/derive-test.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import { decompileRun } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { insertedBy } from '#core/run/edges.ts'
import type { RunState } from '#core/run/state.ts'

export interface RunGraph {
  readonly graph: Graph
  readonly executable: ExecutableDefinition
  readonly step: (name: string) => Step | undefined
}

/**
 * The definition of a run, read once, and its graph with what has been inserted
 * so far; null for a text that a newer version of Heddle could read and this one
 * cannot.
 */
export function useRunGraph(definitionText: string, testPlan: TestPlan | null, state: RunState): RunGraph | null {
  const known = useMemo(() => {
    const { definition: written, layout } = parse(definitionText)
    const definition = written && executedOf(written, testPlan)
    return definition && { definition, layout, executable: executable(definition) }
  }, [definitionText, testPlan])
  const inserting = (known?.definition.steps ?? []).filter((step) => rulesOf(step).length > 0)
  // A text, so that the graph is made anew only when something else is inserted.
  const inserted = JSON.stringify(inserting.map(({ name }) => [name, insertedBy(state, name)]))
  return useMemo(() => {
    if (!known) return null
    const rules = new Map<string, readonly number[]>(JSON.parse(inserted))
    return {
      graph: decompileRun(known.definition, known.layout, (step) => rules.get(step) ?? []),
      executable: known.executable,
      step: (name) => (known.executable.has(name) ? known.executable.step(name) : undefined),
    }
  }, [known, inserted])
}

/** A test run executes what its plan makes of the text. */
function executedOf(definition: Definition, plan: TestPlan | null): Definition | null {
  if (plan === null) return definition
  const derived = deriveTest(definition, plan)
  return derived.ok ? derived.definition : null
}

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

/** The step type in words. */
export const labelOfStep = (step: Step) => (step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].label)

function flowEdge(
  { id, source, target, kind, label, back }: Graph['edges'][number],
  lane: Lane | undefined,
): WorkflowFlowEdge {
  const data = { kind, label, back, lane }
  return { id, source, target, type: 'flow', data, focusable: false, selectable: false }
}
