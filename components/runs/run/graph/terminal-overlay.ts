import type { EdgeOverlay, NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { Graph } from '#core/graph/graph.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import type { RunState } from '#core/run/state.ts'
import { isEnded, statusOf } from '#core/run/views/status.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import { isUndone, stepOf, wasTaken } from './run-overlay.ts'

/** The start, and the ends that a run has reached, with how it ended. */
export function terminalOverlay(graph: Graph, state: RunState): OverlayState {
  const nodes: Record<string, NodeOverlay> = {}
  const edges: Record<string, EdgeOverlay> = {}
  const { starts, ends } = terminalsOf(graph)
  const hasEnded = isEnded(statusOf(state))
  for (const { id, source, target } of starts) {
    nodes[source] = { tone: 'done', word: runGraphTexts.started }
    const first = stepOf(state, target)
    if (first !== undefined) edges[id] = isUndone(first) ? 'undone' : 'live'
  }
  for (const edge of ends) {
    const source = stepOf(state, edge.source)
    const taken = source === undefined ? null : wasTaken(edge, source)
    if (taken === true) edges[edge.id] = 'live'
    else if (taken === false || hasEnded) edges[edge.id] = 'dead'
    nodes[edge.target] = taken === true ? reachedEnd(state) : { dim: true }
  }
  return { nodes, edges }
}

function reachedEnd(state: RunState): NodeOverlay {
  const status = statusOf(state)
  if (status === 'COMPLETED') return { tone: 'done', word: runGraphTexts.completed }
  return { tone: isEnded(status) ? 'idle' : 'done', word: runGraphTexts.reached }
}
