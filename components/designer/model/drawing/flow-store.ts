import type { NodeChange } from '@xyflow/react'
import { createStore } from 'zustand/vanilla'
import type { Point } from '#components/canvas/edges/edge-path.ts'
import { createEdgeRoutes, type EdgeRoutes, type RequestEdgeRoutes } from '#components/canvas/edges/edge-routes.ts'
import type { DrawnNode } from '#components/canvas/expansion/compose-drawing.ts'
import type { Room } from '#components/canvas/expansion/make-room.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { findById, replaceSome, sameItems } from '#components/canvas/reuse-items.ts'
import type { TerminalFlowNode } from '#components/canvas/terminals/terminal-node.tsx'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { Problem } from '#core/definition/problem.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import type { Scene } from '../../algorithms/drawing/scene.ts'
import { isTerminal, type SceneNode } from '../../algorithms/drawing/scene-node.ts'
import { sameData } from '../document/reuse-equal.ts'
import { problemsInGroup, problemsShown } from '../problems/problems-shown.ts'
import type { Selection } from '../selection-store.ts'
import { DrawnScene } from './drawn-scene.ts'
import { attributesOf, flowEdge, flowNode, positionProps, terminalFlowNode } from './flow-node.ts'
import { groupLabel, type Named, nodeLabel } from './labels.ts'

type Points = Readonly<Record<string, Point>>

/**
 * The nodes and edges in the form that the canvas library expects. What does not change keeps its object, and no change
 * of one node touches the others: the library then skips them. Positions here run ahead of the document while a node is
 * dragged; the document learns of them when the node is dropped.
 */
export interface FlowState {
  /** A frame precedes the nodes in it. */
  readonly nodes: WorkflowFlowNode[]
  /** The start and the ends: drawn beside the steps, and no step. */
  readonly terminals: TerminalFlowNode[]
  readonly edges: WorkflowFlowEdge[]
  /** The graph edges of the drawn edges, by id. */
  readonly graphEdges: ReadonlyMap<string, GraphEdge>
  /** The space made for open steps, and the gaps closed where groups are folded. */
  readonly room: Room
  readonly direction: Direction
}

/** The drawn scene as nodes and edges of the canvas library, with selection, problems and other users. */
export class FlowStore {
  #drawn = new DrawnScene()
  readonly store = createStore<FlowState>(() => ({
    nodes: [],
    terminals: [],
    edges: [],
    graphEdges: new Map(),
    room: this.#drawn.room,
    direction: 'down',
  }))
  readonly #routesOf: ReturnType<typeof createEdgeRoutes>
  #routes: EdgeRoutes = new Map()
  #selection: Selection = { steps: new Set(), edges: new Set(), notes: new Set(), current: null }
  #problems: ReadonlyMap<string, readonly Problem[]> = new Map()
  #people: Readonly<Record<string, readonly Named[]>> = {}

  constructor(requestEdgeRoutes: RequestEdgeRoutes) {
    this.#routesOf = createEdgeRoutes(requestEdgeRoutes, (found) => {
      this.#routes = found
      const last = this.store.getState()
      const edges = this.#edges(last)
      if (edges !== last.edges) this.store.setState({ edges })
    })
  }

  /** The steps of this workflow that a node shows: one, or those of a folded group. */
  stepsOf(id: string): readonly string[] {
    return this.#drawn.stepsOf(id)
  }

  /** The node that shows a step: its own, or that of the folded group or closed loop that it is in. */
  drawnId(step: string): string {
    return this.#drawn.nodeOf(step)
  }

  /** The id of the open step in whose frame a node is drawn. */
  ownerOf(id: string): string | null {
    return this.#drawn.ownerOf(id)
  }

  /** Whether a node is elsewhere than the document has it. */
  isMoved(id: string): boolean {
    return this.movedBy(id) !== null
  }

  /** The offset of a node from its position in the document; null without an offset. */
  movedBy(id: string): Point | null {
    const from = this.#drawn.positionOf(id)
    const to = this.store.getState().nodes.find((node) => node.id === id)?.position
    if (from === undefined || to === undefined) return null
    return from.x === to.x && from.y === to.y ? null : offset(from, to)
  }

  /** The positions in the text of steps whose nodes are drawn, or dropped, at these positions. */
  textPositions(drawn: Points): Points {
    return this.#drawn.textPositions(drawn)
  }

  showScene(scene: Scene): void {
    const last = this.store.getState()
    const before = this.#drawn
    this.#drawn = new DrawnScene(scene)
    const { drawing, room } = this.#drawn
    const nodes = this.#nodes(last.nodes, before)
    const terminals = this.#terminals(last.terminals)
    const routesBefore = this.#routes
    this.#routes = this.#routesOf(drawing)
    const sameEdges = this.#routes === routesBefore && sameItems(before.drawing.edges, drawing.edges)
    this.store.setState({
      nodes: sameItems(last.nodes, nodes) ? last.nodes : nodes,
      terminals: sameItems(last.terminals, terminals) ? last.terminals : terminals,
      edges: sameEdges ? last.edges : this.#edges(last),
      graphEdges: sameEdges ? last.graphEdges : new Map(drawing.edges.map((edge) => [edge.id, edge])),
      room,
      direction: scene.direction,
    })
  }

  showSelection(selection: Selection): void {
    this.#selection = selection
    const state = this.store.getState()
    const stop = this.#tabStop(state.nodes)
    this.store.setState({
      nodes: replaceSome(state.nodes, (node) => {
        const selected = this.#isSelected(node.id)
        const wanted = attributesOf(node, node.id === stop, selected)
        const same = (node.selected ?? false) === selected && node.domAttributes === wanted
        return same ? node : { ...node, selected, domAttributes: wanted }
      }),
      edges: replaceSome(state.edges, (edge) => {
        const selected = selection.edges.has(edge.id)
        return (edge.selected ?? false) === selected ? edge : { ...edge, selected, reconnectable: selected }
      }),
    })
  }

  showProblems(byStep: ReadonlyMap<string, readonly Problem[]>): void {
    this.#problems = byStep
    this.#relabel()
  }

  /** Shows the other users on the steps that they have selected. */
  showPeople(byStep: Readonly<Record<string, readonly Named[]>>): void {
    this.#people = byStep
    this.#relabel()
  }

  /**
   * Draws steps at positions that are about to be written. Returns false where a step is open or a group is folded,
   * because their drawn positions are then uncertain.
   */
  drawAhead(positions: Points): boolean {
    if (!this.#drawn.isPlain) return false
    this.store.setState({
      nodes: replaceSome(this.store.getState().nodes, (node) => {
        const at = positions[node.id]
        return at === undefined ? node : { ...node, ...positionProps({ x: Math.round(at.x), y: Math.round(at.y) }) }
      }),
    })
    return true
  }

  /** Moves the dragged nodes. Selection and removal go through the stores that own them. */
  changeNodes(changes: readonly NodeChange<WorkflowFlowNode>[]): void {
    const moved = new Map<string, { position: Point; dragging: boolean }>()
    for (const change of changes) {
      if (change.type !== 'position' || change.position === undefined) continue
      moved.set(change.id, { position: change.position, dragging: change.dragging ?? false })
    }
    if (moved.size === 0) return
    const by = new Map<string, Point>()
    const nodes = replaceSome(this.store.getState().nodes, (node) => {
      const change = moved.get(node.id)
      if (change !== undefined) {
        if (node.data.open) by.set(node.id, offset(node.position, change.position))
        return { ...node, ...positionProps(change.position), dragging: change.dragging }
      }
      // The nodes in a frame move with the frame, which precedes them in the list.
      const along = node.data.owner === undefined ? undefined : by.get(node.data.owner)
      if (along === undefined) return node
      if (node.data.open) by.set(node.id, along)
      return { ...node, ...positionProps({ x: node.position.x + along.x, y: node.position.y + along.y }) }
    })
    this.store.setState({ nodes, terminals: this.#follow(moved, by) })
  }

  /** Start and ends stay beside their steps while these are dragged. */
  #follow(
    moved: ReadonlyMap<string, { readonly position: Point }>,
    frames: ReadonlyMap<string, Point>,
  ): TerminalFlowNode[] {
    return replaceSome(this.store.getState().terminals, (node) => {
      const owner = this.#drawn.ownerOf(node.id)
      const from = this.#drawn.positionOf(node.data.beside)
      const to = moved.get(node.data.beside)?.position
      const own = this.#drawn.positionOf(node.id)
      if (own === undefined) return node
      if (owner !== null) {
        const by = frames.get(owner)
        return by === undefined
          ? node
          : { ...node, ...positionProps({ x: node.position.x + by.x, y: node.position.y + by.y }) }
      }
      if (from === undefined || to === undefined) return node
      const by = offset(from, to)
      return { ...node, ...positionProps({ x: own.x + by.x, y: own.y + by.y }) }
    })
  }

  #terminals(last: readonly TerminalFlowNode[]): TerminalFlowNode[] {
    const { drawing, scene, nodes } = this.#drawn
    const former = findById(last)
    const drawn = drawing.nodes.flatMap((one) => (isTerminal(one.node.of) ? [{ one, of: one.node.of }] : []))
    return drawn.map(({ one, of }, index) => {
      const owner = one.owner === null ? undefined : nodes.get(one.owner)
      const step = owner !== undefined && 'step' in owner.of ? owner.of.step : undefined
      const fork = step?.type === 'PARALLEL' ? { fork: step } : {}
      const shown = {
        inputs: scene.inputs,
        triggers: scene.triggers,
        direction: scene.direction,
        round: step?.type === 'LOOP',
        ...fork,
      }
      const node = terminalFlowNode(one, of, shown)
      const old = former(one.node.id, index)
      return old !== undefined && sameData(old.position, node.position) && sameData(old.data, node.data) ? old : node
    })
  }

  #nodes(last: readonly WorkflowFlowNode[], before: DrawnScene): WorkflowFlowNode[] {
    const { drawing, scene } = this.#drawn
    const former = findById(last)
    const steps = drawing.nodes.filter(({ node }) => !isTerminal(node.of))
    const stop = this.#tabStop(steps.map(({ node }) => node))
    return steps.map((one, index): WorkflowFlowNode => {
      const { node, frame } = one
      const words = frame === null ? undefined : scene.words.get(node.id)
      const current = node.id === stop
      const old = former(node.id, index)
      const stays =
        old !== undefined &&
        drawsAlike(before.nodes.get(node.id), node) &&
        isDrawnAs(old, one) &&
        old.data.emptyWords === words &&
        old.data.direction === scene.direction &&
        (old.data.undo === undefined || old.data.undo.isOn === scene.rollsBack) &&
        (old.domAttributes?.tabIndex === 0) === current
      if (stays) return old
      const { direction, rollsBack } = scene
      const branch = this.#drawn.branchOf(one)
      return flowNode(one, words, {
        selected: this.#isSelected(node.id),
        current,
        label: this.#labelOf(node),
        direction,
        rollsBack,
        branch,
      })
    })
  }

  /** The drawn edges; the same list if none changed, because the canvas library goes through all edges of another list. */
  #edges({ edges: before, graphEdges: known }: FlowState): WorkflowFlowEdge[] {
    const former = findById(before)
    const edges = this.#drawn.drawing.edges.map((edge, index): WorkflowFlowEdge => {
      const old = former(edge.id, index)
      const route = this.#routes.get(edge.id)
      const stays =
        sameData(old?.data?.lane, route?.lane) &&
        old?.data?.labelAt === route?.labelAt &&
        old?.data?.direction === this.#drawn.scene.direction
      if (old !== undefined && known.get(edge.id) === edge && stays) return old
      const foreign = this.#drawn.nodes.get(edge.source)?.foreign ?? false
      const { direction } = this.#drawn.scene
      return flowEdge(edge, route, { selected: this.#selection.edges.has(edge.id), foreign, direction })
    })
    return sameItems(before, edges) ? before : edges
  }

  #relabel(): void {
    const nodes = replaceSome(this.store.getState().nodes, (node) => {
      const drawn = this.#drawn.nodes.get(node.id)
      if (drawn === undefined) return node
      const ariaLabel = this.#labelOf(drawn)
      return node.ariaLabel === ariaLabel ? node : { ...node, ariaLabel }
    })
    if (nodes !== this.store.getState().nodes) this.store.setState({ nodes })
  }

  #labelOf({ id, of, foreign }: SceneNode): string {
    const problems = this.#problems
    if (isTerminal(of)) return ''
    if (!('step' in of)) return groupLabel(of, problemsInGroup(of, this.#drawn.scene.steps, problems))
    if (foreign) return nodeLabel(of.step, [])
    return nodeLabel(of.step, problemsShown(of.step, problems, this.#drawn.isOpen(id)), this.#people[of.step.name])
  }

  #isSelected(id: string): boolean {
    const steps = this.stepsOf(id)
    return steps.length > 0 && steps.every((step) => this.#selection.steps.has(step))
  }

  /** The one node in the Tab order. */
  #tabStop(nodes: readonly { readonly id: string }[]): string | undefined {
    const { current } = this.#selection
    const at = current === null ? null : this.drawnId(current)
    return at !== null && this.#drawn.nodes.has(at) ? at : nodes[0]?.id
  }
}

/** Whether two nodes draw the same step or group. A step that moves in the text is another node of its graph. */
function drawsAlike(before: SceneNode | undefined, { of, foreign }: SceneNode): boolean {
  if (before === undefined || before.foreign !== foreign) return false
  return before.of === of || ('step' in before.of && 'step' in of && before.of.step === of.step)
}

/** Whether a node of the canvas library has the position and size of a drawn node. */
function isDrawnAs(old: WorkflowFlowNode, { position, frame }: DrawnNode<SceneNode>): boolean {
  const { width, height } = frame ?? nodeSize
  const { x, y } = old.position
  return x === position.x && y === position.y && old.width === width && old.height === height
}

const offset = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })
