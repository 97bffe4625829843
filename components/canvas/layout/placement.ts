import { createStore } from 'zustand/vanilla'
import { labelSize } from '#components/canvas/edges/label-size.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { Graph } from '#core/graph/graph.ts'
import { insertNodes } from './insert-nodes.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'
import { positionNewNodes } from './position-new-nodes.ts'

export function layoutRequest(graph: Graph): LayoutRequest {
  return {
    nodes: graph.nodes.map((node) => ({ id: node.id, ...nodeSize })),
    edges: graph.edges.map(({ source, target, back, label, kind }) => ({
      source,
      target,
      back,
      side: kind === 'failure',
      ...(label === undefined ? {} : { labelWidth: labelSize(label).width }),
    })),
  }
}

export type RequestLayout = (request: LayoutRequest, signal?: AbortSignal) => Promise<LayoutPositions>

/**
 * Places for steps without a layout in the text, for the screen only: opening a workflow writes nothing. In a text
 * without any layout, new steps are added to the present picture and removed steps leave it. The picture is laid out
 * anew when only the connections change, or most of the steps.
 */
export function createPlacement(request: RequestLayout) {
  const store = createStore<LayoutPositions>(() => ({}))
  let shape = ''
  let running: AbortController | null = null
  return {
    store,
    /** A step was renamed and keeps its place. */
    renamed(from: string, to: string): void {
      const { [from]: place, ...others } = store.getState()
      if (place !== undefined) store.setState({ ...others, [to]: place }, true)
    },
    async update(graph: Graph): Promise<void> {
      const unplaced = graph.nodes.filter((node) => !node.placed)
      const allUnplaced = unplaced.length === graph.nodes.length
      const known = store.getState()
      const missing = unplaced.some((node) => known[node.id] === undefined)
      const nextShape = allUnplaced ? shapeOf(graph) : ''
      if (unplaced.length === 0 || (!missing && nextShape === shape)) return
      shape = nextShape
      running?.abort()
      const current = new AbortController()
      running = current
      const whole = layoutRequest(graph)
      if (allUnplaced && staysMostly(graph, known)) {
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

/** Whether steps were added or removed, but fewer than existed before. */
function staysMostly({ nodes }: Graph, known: LayoutPositions): boolean {
  const before = Object.keys(known).length
  const kept = nodes.filter(({ id }) => known[id] !== undefined).length
  const changed = nodes.length - kept + (before - kept)
  return changed > 0 && changed < kept
}

const shapeOf = (graph: Graph) =>
  JSON.stringify([graph.nodes.map((node) => node.id), graph.edges.map((edge) => edge.id)])
