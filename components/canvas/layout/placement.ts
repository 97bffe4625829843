import { createStore } from 'zustand/vanilla'
import { labelSize } from '#components/canvas/edges/label-size.ts'
import { nodeSize, terminalSizes } from '#components/canvas/measures.ts'
import { terminalNodes } from '#components/canvas/terminals/place-terminals.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Graph, GraphEdge } from '#core/graph/graph.ts'
import { endIdOf, type Terminals, terminalsOf } from '#core/graph/terminals.ts'
import type { Direction } from './direction.ts'
import { insertNodes } from './insert-nodes.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'
import { positionNewNodes } from './position-new-nodes.ts'

/** The request for the layout of a graph, with its start and its ends. */
export function layoutRequest(
  graph: Graph,
  direction: Direction = 'down',
  terminals: Terminals = terminalsOf(graph),
): LayoutRequest {
  return {
    direction,
    nodes: [
      ...graph.nodes.map(({ id, step }) => ({ id, ...sizeInLayout(step, direction) })),
      ...terminalNodes(terminals).map(({ id, terminal }) => ({ id, ...terminalSizes[terminal] })),
    ],
    edges: [...terminals.starts, ...graph.edges, ...terminals.ends].map(requested),
  }
}

/** In a drawing from left to right, what undoes a step stands between it and the step below. */
const undoRoom = 28

const sizeInLayout = ({ compensate_function: undo }: Step, direction: Direction) =>
  undo === undefined || direction === 'down' ? nodeSize : { ...nodeSize, height: nodeSize.height + undoRoom }

function requested({ source, target, back, label, kind }: GraphEdge): LayoutRequest['edges'][number] {
  const labelled = label === undefined ? {} : { labelWidth: labelSize(label).width }
  return { source, target, back, side: kind === 'failure', ...labelled }
}

export type RequestLayout = (request: LayoutRequest, signal?: AbortSignal) => Promise<LayoutPositions>

/**
 * Places for steps without a layout in the text, for the screen only: opening a workflow writes nothing. In a text
 * without any layout, new steps are added to the present picture and removed steps leave it. The picture is laid out
 * anew when only the connections change, or most of the steps.
 */
export function createPlacement(
  request: RequestLayout,
  directionOf: (graph: Graph) => Direction = () => 'down',
  terminalsIn: (graph: Graph) => Terminals = terminalsOf,
) {
  const store = createStore<LayoutPositions>(() => ({}))
  let shape = ''
  let lastDirection: Direction = 'down'
  /** The number of steps that were laid out last. */
  let laidOut = 0
  let running: AbortController | null = null
  return {
    store,
    /** A step was renamed: it keeps its place, and so does its end. */
    renamed(from: string, to: string): void {
      const { [from]: place, [endIdOf(from)]: end, ...others } = store.getState()
      if (place === undefined) return
      store.setState({ ...others, [to]: place, ...(end && { [endIdOf(to)]: end }) }, true)
    },
    async update(graph: Graph): Promise<void> {
      const unplaced = graph.nodes.filter((node) => !node.placed)
      const allUnplaced = unplaced.length === graph.nodes.length
      const direction = directionOf(graph)
      const known = store.getState()
      const missing = unplaced.some((node) => known[node.id] === undefined)
      const nextShape = allUnplaced ? shapeOf(graph, direction) : ''
      if (unplaced.length === 0 || (!missing && nextShape === shape)) return
      shape = nextShape
      const [last, before] = [lastDirection, laidOut]
      lastDirection = direction
      laidOut = graph.nodes.length
      running?.abort()
      const current = new AbortController()
      running = current
      const all = layoutRequest(graph, direction, terminalsIn(graph))
      const whole = allUnplaced ? all : stepsOnly(all, graph)
      if (allUnplaced && direction === last && staysMostly(graph, known, before)) {
        store.setState(insertNodes(whole, known), true)
        return
      }
      const placed: Record<string, { x: number; y: number }> = {}
      for (const node of graph.nodes) {
        const place = node.placed ? node.position : allUnplaced ? undefined : known[node.id]
        if (place !== undefined) placed[node.id] = place
      }
      try {
        const layered = await request(whole, current.signal)
        store.setState({ ...known, ...positionNewNodes(whole, placed, layered) }, true)
      } catch (error) {
        if (current.signal.aborted) return
        // Without the worker the default positions of the graph are still better than an empty canvas.
        store.setState(Object.fromEntries(graph.nodes.map((node) => [node.id, known[node.id] ?? node.position])), true)
        throw error
      }
    },
  }
}
export type Placement = ReturnType<typeof createPlacement>

/** Beside steps that have a place, start and ends are placed by `placeTerminals`. */
function stepsOnly(request: LayoutRequest, { nodes }: Graph): LayoutRequest {
  const ids = new Set(nodes.map(({ id }) => id))
  const edges = request.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
  return { ...request, nodes: request.nodes.filter(({ id }) => ids.has(id)), edges }
}

/** Whether steps were added or removed, but fewer than existed before. `before`: their former number. */
function staysMostly({ nodes }: Graph, known: LayoutPositions, before: number): boolean {
  const kept = nodes.filter(({ id }) => known[id] !== undefined).length
  const changed = nodes.length - kept + (before - kept)
  return changed > 0 && changed < kept
}

const shapeOf = (graph: Graph, direction: Direction) =>
  JSON.stringify([
    direction,
    graph.nodes.map((node) => node.id),
    [...graph.edges, ...terminalsOf(graph).ends].map((edge) => edge.id),
  ])
