import { MarkerType, type NodeChange, Position } from '@xyflow/react'
import { createStore } from 'zustand/vanilla'
import { edgeLanes } from '#components/canvas/edge-lanes.ts'
import type { Lane } from '#components/canvas/edge-path.ts'
import { nodeSize } from '#components/canvas/node-card.tsx'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { ActionScope } from '#components/shell/action.ts'
import { catalogue } from '#core/definition/catalogue.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { Graph, GraphEdge, GraphNode } from '#core/graph/graph.ts'
import { sameData } from '../document/reuse-equal.ts'
import type { LayoutPositions } from '../layout/layered-layout.ts'
import type { Selection } from '../selection-store.ts'

/**
 * The nodes and edges as the canvas library wants them. What does not change
 * keeps its object, and no change of one node touches the others: the library
 * then skips them. Positions here run ahead of the document while a node is
 * dragged; the document learns of them when it is dropped.
 */
export interface FlowState {
  readonly nodes: WorkflowFlowNode[]
  readonly edges: WorkflowFlowEdge[]
}

export const failureHandle = 'failure'

/** Handles are given, so that nodes outside the view need not be rendered to know where edges end. */
const handles: NonNullable<WorkflowFlowNode['handles']> = [
  { type: 'target', position: Position.Top, x: nodeSize.width / 2 - 4, y: -4, width: 8, height: 8 },
  { type: 'source', position: Position.Bottom, x: nodeSize.width / 2 - 4, y: nodeSize.height - 4, width: 8, height: 8 },
  {
    id: failureHandle,
    type: 'source',
    position: Position.Right,
    x: nodeSize.width - 4,
    y: nodeSize.height / 2 - 4,
    width: 8,
    height: 8,
  },
]

type Attributes = NonNullable<WorkflowFlowNode['domAttributes']>
/** While a node has the focus, the keys of the canvas work. */
const scope: object = { 'data-action-scope': 'canvas' satisfies ActionScope }
const attributesFor = (current: boolean, selected: boolean): Attributes => ({
  tabIndex: current ? 0 : -1,
  'aria-pressed': selected,
  'aria-roledescription': 'step',
  ...scope,
})
/** Four objects for all nodes: an equal object would still be a change to the library. */
const attributes = {
  plain: attributesFor(false, false),
  selected: attributesFor(false, true),
  current: attributesFor(true, false),
  both: attributesFor(true, true),
} as const
const attributesOf = (current: boolean, selected: boolean): Attributes => {
  if (current) return selected ? attributes.both : attributes.current
  return selected ? attributes.selected : attributes.plain
}

const backMarker = { type: MarkerType.ArrowClosed, width: 14, height: 14 } as const

export function typeLabel(step: Step): string {
  return step.type === 'UNKNOWN' ? step.written_type : catalogue[step.type].label
}
export function stepSummary(step: Step): string {
  return step.type === 'UNKNOWN' ? `unknown type ${step.written_type}` : catalogue[step.type].summary(step)
}
interface Named {
  readonly name: string
}

export function nodeLabel(step: Step, problems: readonly Problem[], people: readonly Named[] = []): string {
  const count = problems.length === 0 ? '' : problems.length === 1 ? ', 1 problem' : `, ${problems.length} problems`
  const here = people.length === 0 ? '' : `, selected by ${people.map(({ name }) => name).join(', ')}`
  return `${step.name}, ${typeLabel(step)}${count}${here}`
}

export function createFlowStore() {
  const store = createStore<FlowState>(() => ({ nodes: [], edges: [] }))
  const graphNodes = new Map<string, GraphNode>()
  const graphEdges = new Map<string, GraphEdge>()
  const lanesOf = createLanes()
  let selection: Selection = { steps: new Set(), edges: new Set(), current: null }
  let problems: ReadonlyMap<string, readonly Problem[]> = new Map()
  let people: Readonly<Record<string, readonly Named[]>> = {}
  const labelOf = (step: Step) => nodeLabel(step, problems.get(step.name) ?? [], people[step.name])
  const relabel = () => {
    const nodes = replaceSome(store.getState().nodes, (node) => {
      const graphNode = graphNodes.get(node.id)
      if (graphNode === undefined) return node
      const ariaLabel = labelOf(graphNode.step)
      return node.ariaLabel === ariaLabel ? node : { ...node, ariaLabel }
    })
    store.setState({ nodes })
  }

  const tabStop = (nodes: readonly { readonly id: string }[]) =>
    selection.current !== null && graphNodes.has(selection.current) ? selection.current : nodes[0]?.id

  return {
    store,
    /** Shows a graph; nodes without a place, neither in the text nor in `positions`, wait for one. */
    showGraph(graph: Graph, positions: LayoutPositions) {
      const before = new Map(store.getState().nodes.map((node) => [node.id, node]))
      const edgesBefore = new Map(store.getState().edges.map((edge) => [edge.id, edge]))
      const shown = graph.nodes.filter((node) => node.placed || positions[node.id] !== undefined)
      const stop = shown.some((node) => node.id === selection.current) ? selection.current : shown[0]?.id
      const nodes = shown.map((node): WorkflowFlowNode => {
        const position = node.placed ? node.position : (positions[node.id] ?? node.position)
        const old = before.get(node.id)
        if (
          old !== undefined &&
          graphNodes.get(node.id) === node &&
          old.position.x === position.x &&
          old.position.y === position.y &&
          (old.domAttributes?.tabIndex === 0) === (node.id === stop)
        ) {
          return old
        }
        const selected = selection.steps.has(node.id)
        return {
          id: node.id,
          type: 'step',
          position,
          data: { stepType: node.step.type, name: node.step.name, summary: stepSummary(node.step) },
          ...nodeSize,
          measured: nodeSize,
          handles,
          selected,
          ariaRole: 'button',
          ariaLabel: labelOf(node.step),
          domAttributes: attributesOf(node.id === stop, selected),
        }
      })
      const names = new Set(shown.map((node) => node.id))
      const drawn = graph.edges.filter((edge) => names.has(edge.source) && names.has(edge.target))
      const lanes = lanesOf(nodes, drawn)
      const edges = drawn.map((edge): WorkflowFlowEdge => {
        const old = edgesBefore.get(edge.id)
        const lane = lanes.get(edge.id)
        if (old !== undefined && graphEdges.get(edge.id) === edge && sameData(old.data?.lane, lane)) return old
        return flowEdge(edge, lane, selection.edges.has(edge.id))
      })
      graphNodes.clear()
      for (const node of graph.nodes) graphNodes.set(node.id, node)
      graphEdges.clear()
      for (const edge of graph.edges) graphEdges.set(edge.id, edge)
      store.setState({ nodes, edges })
    },

    showSelection(next: Selection) {
      selection = next
      const state = store.getState()
      const stop = tabStop(state.nodes)
      store.setState({
        nodes: replaceSome(state.nodes, (node) => {
          const selected = next.steps.has(node.id)
          const wanted = attributesOf(node.id === stop, selected)
          if (node.selected === selected && node.domAttributes === wanted) return node
          return { ...node, selected, domAttributes: wanted }
        }),
        edges: replaceSome(state.edges, (edge) => {
          const selected = next.edges.has(edge.id)
          return (edge.selected ?? false) === selected ? edge : { ...edge, selected }
        }),
      })
    },

    showProblems(byStep: ReadonlyMap<string, readonly Problem[]>) {
      problems = byStep
      relabel()
    },

    /** Who else has which step selected. */
    showPeople(byStep: Readonly<Record<string, readonly Named[]>>) {
      people = byStep
      relabel()
    },

    /** Moves what is being dragged. Selection and removal go through the stores that own them. */
    changeNodes(changes: readonly NodeChange<WorkflowFlowNode>[]) {
      const moved = new Map<string, { position: { x: number; y: number }; dragging: boolean }>()
      for (const change of changes) {
        if (change.type !== 'position' || change.position === undefined) continue
        moved.set(change.id, { position: change.position, dragging: change.dragging ?? false })
      }
      if (moved.size === 0) return
      const nodes = replaceSome(store.getState().nodes, (node) => {
        const change = moved.get(node.id)
        return change === undefined ? node : { ...node, ...change }
      })
      store.setState({ nodes })
    },
  }
}
export type FlowStore = ReturnType<typeof createFlowStore>

/** The lanes of edges, kept as long as nothing moves and no edge comes or goes. */
function createLanes() {
  let known: { key: string; lanes: ReadonlyMap<string, Lane> } | null = null
  return (nodes: readonly WorkflowFlowNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, Lane> => {
    const places = nodes.map(({ id, position }) => `${id} ${position.x} ${position.y}`)
    const key = [...places, ...edges.map(({ id, back }) => `${id} ${back}`)].join('\n')
    if (known?.key !== key) known = { key, lanes: edgeLanes(nodes, edges.map(laneEdge), nodeSize) }
    return known.lanes
  }
}

/** Failure edges leave at the side, where their handle is. */
const laneEdge = ({ id, source, target, back, kind }: GraphEdge) => ({
  id,
  source,
  target,
  back,
  side: kind === 'failure',
})

function flowEdge(edge: GraphEdge, lane: Lane | undefined, selected: boolean): WorkflowFlowEdge {
  return {
    id: edge.id,
    type: 'flow',
    source: edge.source,
    target: edge.target,
    ...(edge.kind === 'failure' ? { sourceHandle: failureHandle } : {}),
    ...(edge.back ? { markerEnd: backMarker } : {}),
    // No `label`: the condition is drawn by the designer's own, editable one.
    data: { kind: edge.kind, back: edge.back, lane },
    selected,
    ariaLabel: edgeLabel(edge),
  }
}

export function edgeLabel(edge: GraphEdge): string {
  const ends = `from ${edge.source} to ${edge.target}`
  if (edge.kind === 'failure') return `On failure ${ends}`
  return edge.kind === 'route' ? `Route ${ends}, ${edge.label ?? ''}` : `Connection ${ends}`
}

/** Like `map`, but the list itself stays when no item was replaced. */
function replaceSome<Item>(items: Item[], replace: (item: Item) => Item): Item[] {
  let next: Item[] | null = null
  for (const [index, item] of items.entries()) {
    const replaced = replace(item)
    if (replaced === item) continue
    next ??= [...items]
    next[index] = replaced
  }
  return next ?? items
}
