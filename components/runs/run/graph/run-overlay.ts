import type { EdgeOverlay, NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { StepType } from '#core/definition/definition.ts'
import type { Graph, GraphEdge } from '#core/graph/graph.ts'
import { isJsonObject } from '#core/json.ts'
import type { RunState, StepState } from '#core/run/state.ts'
import { isEnded, statusOf } from '#core/run/views.ts'
import { stepView } from '../step-view.ts'

/** The state of a run, laid over the graph of its definition. */
export function runOverlay(graph: Graph, state: RunState): OverlayState {
  const nodes: Record<string, NodeOverlay> = {}
  const edges: Record<string, EdgeOverlay> = {}
  for (const { id, step } of graph.nodes) {
    const view = stepView(state, id)
    const { tone, word } = view
    const note = [doneBy(step.type, state, id), view.note].filter((part) => part !== null).join(' · ')
    nodes[id] = { word, ...(tone ? { tone } : { dim: true }), ...(note ? { note } : {}) }
  }
  const hasEnded = isEnded(statusOf(state))
  for (const edge of graph.edges) {
    const look = edgeOverlay(edge, state, hasEnded)
    if (look) edges[edge.id] = look
  }
  return { nodes, edges }
}

/** What a step did that does more than one thing, once it has completed. */
function doneBy(type: StepType | 'UNKNOWN', state: RunState, name: string): string | null {
  if (stepOf(state, name)?.status !== 'completed') return null
  const output = Object.hasOwn(state.outputs, name) ? state.outputs[name]?.output : undefined
  if (!isJsonObject(output)) return null
  const { results, errors, iterations } = output
  if (type === 'LOOP' && typeof iterations === 'number') return iterations === 1 ? '1 round' : `${iterations} rounds`
  if (type !== 'PARALLEL' || !Array.isArray(results)) return null
  const failed = Array.isArray(errors) ? errors.filter((error) => error !== null).length : 0
  return `×${results.length}${failed > 0 ? `, ${failed} failed` : ''}`
}

function edgeOverlay(edge: GraphEdge, state: RunState, hasEnded: boolean): EdgeOverlay | null {
  const source = stepOf(state, edge.source)
  const target = stepOf(state, edge.target)
  if (!source) return hasEnded ? 'dead' : null
  const taken = wasTaken(edge, source)
  if (taken === null) return hasEnded ? 'dead' : null
  if (!taken) return 'dead'
  return target && target.status !== 'skipped' ? 'live' : hasEnded ? 'dead' : null
}

/** Did the run leave its source along this edge? Null while that is open. */
function wasTaken(edge: GraphEdge, source: StepState): boolean | null {
  switch (source.status) {
    case 'completed':
      if (edge.kind === 'failure') return false
      if (source.jump !== undefined) return source.jump === edge.target
      return edge.kind === 'route' ? source.route !== undefined && (edge.routes ?? []).includes(source.route) : true
    case 'failed':
      return edge.kind === 'failure' && source.handled
    case 'skipped':
      return source.reason === 'when' && edge.kind === 'normal'
    default:
      return null
  }
}

const stepOf = (state: RunState, name: string) => (Object.hasOwn(state.steps, name) ? state.steps[name] : undefined)

/** The same overlay with every entry that says the same kept as it was: only what changed is drawn again. */
export function keepUnchanged(before: OverlayState, after: OverlayState): OverlayState {
  const nodes: Record<string, NodeOverlay> = {}
  for (const [id, entry] of Object.entries(after.nodes)) {
    const old = before.nodes[id]
    nodes[id] = old && saysTheSame(old, entry) ? old : entry
  }
  return { nodes, edges: after.edges }
}

const saysTheSame = (a: NodeOverlay, b: NodeOverlay) =>
  a.tone === b.tone && a.note === b.note && a.word === b.word && a.mark === b.mark && a.dim === b.dim
