import type { NodeChange } from '@xyflow/react'
import { createStore } from 'zustand/vanilla'
import type { Point } from '#components/canvas/edges/edge-path.ts'
import { createWays, type EdgeWays, type RequestWays } from '#components/canvas/edges/edge-routes.ts'
import { composeDrawing, type Drawing } from '#components/canvas/expansion/compose-drawing.ts'
import { makeRoom, type Room } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import { findAgain, replaceSome, sameItems } from '#components/canvas/reuse-items.ts'
import type { WorkflowFlowEdge } from '#components/canvas/workflow-edge.tsx'
import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'
import type { Step } from '#core/definition/definition.ts'
import { allSteps, innerLists } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { noGaps } from '../../algorithms/drawing/close-gaps.ts'
import type { Scene } from '../../algorithms/drawing/scene.ts'
import type { SceneNode } from '../../algorithms/drawing/scene-node.ts'
import { sameData } from '../document/reuse-equal.ts'
import { problemsInGroup, problemsShown } from '../problems/problems-shown.ts'
import type { Selection } from '../selection-store.ts'
import { attributesOf, flowEdge, flowNode, standingAt } from './flow-node.ts'
import { groupLabel, type Named, nodeLabel } from './labels.ts'

/**
 * The nodes and edges as the canvas library wants them. What does not change
 * keeps its object, and no change of one node touches the others: the library
 * then skips them. Positions here run ahead of the document while a node is
 * dragged; the document learns of them when it is dropped.
 */
export interface FlowState {
  /** A frame stands before what is in it. */
  readonly nodes: WorkflowFlowNode[]
  readonly edges: WorkflowFlowEdge[]
  /** The graph edges of the drawn edges, by id. */
  readonly graphEdges: ReadonlyMap<string, GraphEdge>
  /** How the canvas makes room for what is open, and closes the gaps of what is folded. */
  readonly room: Room
}

const noRoom = makeRoom([], nodeSize)

export function createFlowStore(requestWays: RequestWays) {
  const store = createStore<FlowState>(() => ({ nodes: [], edges: [], graphEdges: new Map(), room: noRoom }))
  let drawn: ReadonlyMap<string, SceneNode> = new Map()
  /** The open steps, by id. */
  let open: ReadonlySet<string> = new Set()
  let steps: Scene['steps'] = new Map()
  /** In which folded group a step is drawn. */
  const foldedIn = new Map<string, string>()
  const waysOf = createWays(requestWays, (found) => {
    ways = found
    const last = store.getState()
    const edges = edgesOf(last)
    if (edges !== last.edges) store.setState({ edges })
  })
  let ways: EdgeWays = new Map()
  let places: Scene['places'] = new Map()
  let gaps: Room = noGaps
  let drawing: Drawing<SceneNode, GraphEdge> = { nodes: [], edges: [], opened: [], room: noRoom }
  let selection: Selection = { steps: new Set(), edges: new Set(), notes: new Set(), current: null }
  let problems: ReadonlyMap<string, readonly Problem[]> = new Map()
  let people: Readonly<Record<string, readonly Named[]>> = {}

  const stepsOf = (id: string): readonly string[] => {
    const node = drawn.get(id)
    if (node === undefined || node.foreign) return []
    return 'step' in node.of ? [id] : node.of.steps
  }
  const drawnId = (step: string) => foldedIn.get(step) ?? (drawn.has(step) ? step : closedAround(step)) ?? step
  /** The drawn node for a step within another step: the closed step around it. */
  const closedAround = (step: string) => {
    const around = [...drawn.values()].find(({ id, of, foreign }) => {
      if (!('step' in of)) return of.steps.some((name) => hasWithin(steps.get(name), step))
      return !foreign && !open.has(id) && hasWithin(of.step, step)
    })
    return around?.id
  }
  const labelOf = ({ id, of, foreign }: SceneNode) => {
    if (!('step' in of)) return groupLabel(of, problemsInGroup(of, steps, problems))
    if (foreign) return nodeLabel(of.step, [])
    return nodeLabel(of.step, problemsShown(of.step, problems, open.has(id)), people[of.step.name])
  }
  const isSelected = (id: string) => {
    const steps = stepsOf(id)
    return steps.length > 0 && steps.every((step) => selection.steps.has(step))
  }
  /** The canvas library goes through all nodes or edges of a list that is another. */
  const edgesOf = ({ edges: before, graphEdges: known }: FlowState): WorkflowFlowEdge[] => {
    const again = findAgain(before)
    const edges = drawing.edges.map((edge, index): WorkflowFlowEdge => {
      const old = again(edge.id, index)
      const way = ways.get(edge.id)
      const stays = sameData(old?.data?.lane, way?.lane) && old?.data?.labelAt === way?.labelAt
      if (old !== undefined && known.get(edge.id) === edge && stays) return old
      const foreign = drawn.get(edge.source)?.foreign ?? false
      return flowEdge(edge, way, { selected: selection.edges.has(edge.id), foreign })
    })
    return sameItems(before, edges) ? before : edges
  }
  const relabel = () => {
    const nodes = replaceSome(store.getState().nodes, (node) => {
      const known = drawn.get(node.id)
      if (known === undefined) return node
      const ariaLabel = labelOf(known)
      return node.ariaLabel === ariaLabel ? node : { ...node, ariaLabel }
    })
    if (nodes !== store.getState().nodes) store.setState({ nodes })
  }
  const movedBy = (id: string): Point | null => {
    const from = drawing.nodes.find(({ node }) => node.id === id)?.position
    const to = store.getState().nodes.find((node) => node.id === id)?.position
    if (from === undefined || to === undefined) return null
    return from.x === to.x && from.y === to.y ? null : apart(from, to)
  }
  /** The one node in the Tab order. */
  const tabStop = (nodes: readonly { readonly id: string }[]) => {
    const at = selection.current === null ? null : drawnId(selection.current)
    return at !== null && drawn.has(at) ? at : nodes[0]?.id
  }

  return {
    store,
    stepsOf,
    /** The node that shows a step: its own, or that of the folded group or closed loop that it is in. */
    drawnId,

    showScene(scene: Scene) {
      const last = store.getState()
      const wasDrawing = drawing
      const wasDrawn = drawn
      drawing = composeDrawing(scene.level, scene.insides)
      places = scene.places
      steps = scene.steps
      open = new Set(drawing.nodes.flatMap(({ node, frame }) => (frame === null ? [] : [node.id])))
      gaps = scene.gaps
      drawn = new Map(drawing.nodes.map(({ node }) => [node.id, node]))
      foldedIn.clear()
      for (const { of, id } of drawn.values()) if (!('step' in of)) for (const step of of.steps) foldedIn.set(step, id)
      const before = findAgain(last.nodes)
      const stop = tabStop(drawing.nodes.map(({ node }) => node))
      const nodes = drawing.nodes.map((one, index): WorkflowFlowNode => {
        const { node, position, frame } = one
        const old = before(node.id, index)
        const size = frame ?? nodeSize
        const words = frame === null ? undefined : scene.words.get(node.id)
        if (
          old !== undefined &&
          drawsAlike(wasDrawn.get(node.id), node) &&
          old.position.x === position.x &&
          old.position.y === position.y &&
          old.width === size.width &&
          old.height === size.height &&
          old.data.emptyWords === words &&
          (old.domAttributes?.tabIndex === 0) === (node.id === stop)
        ) {
          return old
        }
        return flowNode(one, words, { selected: isSelected(node.id), current: node.id === stop, label: labelOf(node) })
      })
      const known = last.graphEdges
      const wereWays = ways
      ways = waysOf(drawing)
      const sameEdges = ways === wereWays && sameItems(wasDrawing.edges, drawing.edges)
      store.setState({
        nodes: sameItems(last.nodes, nodes) ? last.nodes : nodes,
        edges: sameEdges ? last.edges : edgesOf(last),
        graphEdges: sameEdges ? known : new Map(drawing.edges.map((edge) => [edge.id, edge])),
        room: through(gaps, drawing.room),
      })
    },

    /** In whose frame a node stands. */
    ownerOf: (id: string) => drawing.nodes.find(({ node }) => node.id === id)?.owner ?? null,
    /** Does a node stand elsewhere than the document has it? */
    isMoved: (id: string) => movedBy(id) !== null,
    /** The offset from that position; null without an offset. */
    movedBy,

    /** The places in the text for steps that are drawn (or dropped) at these; a folded group takes its steps along. */
    placesFor(positions: Readonly<Record<string, Point>>): Readonly<Record<string, Point>> {
      const now = new Map(drawing.nodes.map((one) => [one.node.id, one]))
      return Object.fromEntries(
        Object.entries(positions).flatMap(([id, at]) => {
          const one = now.get(id)
          // Steps of a body have no place of their own.
          if (one !== undefined && one.owner !== null) return []
          const { opened } = drawing
          const others = through(
            gaps,
            makeRoom(
              opened.filter((other) => other.id !== id),
              nodeSize,
            ),
          )
          const card = { x: at.x + ((one?.frame?.width ?? nodeSize.width) - nodeSize.width) / 2, y: at.y }
          const place = others.place(card)
          if (one === undefined || 'step' in one.node.of) return [[id, place]]
          const from = others.place(one.position)
          return one.node.of.steps.flatMap((step) => {
            const old = places.get(step)
            return old === undefined ? [] : [[step, { x: old.x + place.x - from.x, y: old.y + place.y - from.y }]]
          })
        }),
      )
    },

    showSelection(next: Selection) {
      selection = next
      const state = store.getState()
      const stop = tabStop(state.nodes)
      store.setState({
        nodes: replaceSome(state.nodes, (node) => {
          const selected = isSelected(node.id)
          const wanted = attributesOf(node, node.id === stop, selected)
          const same = (node.selected ?? false) === selected && node.domAttributes === wanted
          return same ? node : { ...node, selected, domAttributes: wanted }
        }),
        edges: replaceSome(state.edges, (edge) => {
          const selected = next.edges.has(edge.id)
          return (edge.selected ?? false) === selected ? edge : { ...edge, selected, reconnectable: selected }
        }),
      })
    },

    showProblems(byStep: ReadonlyMap<string, readonly Problem[]>) {
      problems = byStep
      relabel()
    },

    /** Shows the other users on the steps that they have selected. */
    showPeople(byStep: Readonly<Record<string, readonly Named[]>>) {
      people = byStep
      relabel()
    },

    /** Draws steps where they are about to be; false where something is open or folded, around which there is no place that is certain. */
    drawAhead(places: Readonly<Record<string, Point>>): boolean {
      const isPlain = drawing.opened.length === 0 && foldedIn.size === 0
      if (!isPlain) return false
      store.setState({
        nodes: replaceSome(store.getState().nodes, (node) => {
          const place = places[node.id]
          if (place === undefined) return node
          return { ...node, ...standingAt({ x: Math.round(place.x), y: Math.round(place.y) }) }
        }),
      })
      return true
    },

    /** Moves what is being dragged. Selection and removal go through the stores that own them. */
    changeNodes(changes: readonly NodeChange<WorkflowFlowNode>[]) {
      const moved = new Map<string, { position: Point; dragging: boolean }>()
      for (const change of changes) {
        if (change.type !== 'position' || change.position === undefined) continue
        moved.set(change.id, { position: change.position, dragging: change.dragging ?? false })
      }
      if (moved.size === 0) return
      const by = new Map<string, Point>()
      const nodes = replaceSome(store.getState().nodes, (node) => {
        const change = moved.get(node.id)
        if (change !== undefined) {
          if (node.data.open) by.set(node.id, apart(node.position, change.position))
          return { ...node, ...standingAt(change.position), dragging: change.dragging }
        }
        // The nodes in a frame move with the frame, which precedes them in the list.
        const along = node.data.owner === undefined ? undefined : by.get(node.data.owner)
        if (along === undefined) return node
        if (node.data.open) by.set(node.id, along)
        return { ...node, ...standingAt({ x: node.position.x + along.x, y: node.position.y + along.y }) }
      })
      store.setState({ nodes })
    },
  }
}
export type FlowStore = ReturnType<typeof createFlowStore>

/**
 * Whether two nodes are drawn alike. The position is separate: a step that moves in the text is another node of its
 * graph.
 */
function drawsAlike(before: SceneNode | undefined, { of, foreign }: SceneNode): boolean {
  if (before === undefined || before.foreign !== foreign) return false
  return before.of === of || ('step' in before.of && 'step' in of && before.of.step === of.step)
}

const hasWithin = (around: Step | undefined, name: string): boolean =>
  around !== undefined && innerLists(around).some((list) => allSteps(list.steps).some((step) => step.name === name))

const apart = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })

/** First the one, then the other. */
function through(first: Room, second: Room): Room {
  return {
    drawn: (place) => second.drawn(first.drawn(place)),
    place: (drawn) => first.place(second.place(drawn)),
  }
}
