import type { EdgeOverlay, NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import { formatDuration, formatInstant } from '#components/ui/text/format-time.ts'
import type { StepType } from '#core/definition/definition.ts'
import { edgeRef, type Graph, type GraphEdge } from '#core/graph/graph.ts'
import { isJsonList, isJsonObject } from '#core/json.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import type { AtWorkers } from '#core/run/sentence/waiting.ts'
import type { RunState } from '#core/run/state.ts'
import type { StepState } from '#core/run/step-state.ts'
import { isEnded, statusOf } from '#core/run/views/status.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import { stepView } from '../step/step-view.ts'
import type { FanCounts } from './fan-counts.ts'

/** The start of the last visit of a step, from the history; the state of a failed step no longer has it. */
export type StartOf = (name: string) => number | null
/** The item counts of a PARALLEL step from the history, for a state without their lists. */
type CountsOf = (name: string) => FanCounts | null

/** The title of the task of a HUMAN step, from the history; the state of a decided step no longer has it. */
type TitleOf = (name: string) => string | null

/** The state of a run as an overlay for the graph of its definition. */
export function runOverlay(
  graph: Graph,
  state: RunState,
  startOf: StartOf = () => null,
  work: readonly AtWorkers[] = [],
  countsOf: CountsOf = () => null,
  titleOf: TitleOf = () => null,
): OverlayState {
  const nodes: Record<string, NodeOverlay> = {}
  const edges: Record<string, EdgeOverlay> = {}
  for (const { id, step } of graph.nodes) {
    const view = stepView(state, id, work)
    const { tone, word } = view
    const parts = [doneBy(step.type, state, id, countsOf), took(state, id, startOf), view.note, since(state, id)]
    const note = parts.filter((part) => part !== null).join(' · ')
    const title = step.type === 'HUMAN' ? titleOf(id) : null
    nodes[id] = { word, ...(tone ? { tone } : { dim: true }), ...(note ? { note } : {}), ...(title ? { title } : {}) }
  }
  const hasEnded = isEnded(statusOf(state))
  for (const edge of graph.edges) {
    const look = edgeOverlay(edge, state, hasEnded)
    if (look) edges[edge.id] = look
  }
  return { nodes, edges }
}

/** The duration of a failed step; the view of a completed step already has it. */
function took(state: RunState, name: string, startOf: StartOf): string | null {
  const step = stepOf(state, name)
  const startedAt = step?.status === 'failed' && !step.undone ? startOf(name) : null
  return step?.status === 'failed' && startedAt !== null ? formatDuration(step.at - startedAt) : null
}

/** The time since which a step is running. */
function since(state: RunState, name: string): string | null {
  const step = stepOf(state, name)
  if (step?.status !== 'running' && step?.status !== 'fanned_out' && step?.status !== 'looping') return null
  return runGraphTexts.since(formatInstant(step.startedAt, state.at))
}

/** The result of an ended step with several parts. */
function doneBy(type: StepType | 'UNKNOWN', state: RunState, name: string, countsOf: CountsOf): string | null {
  const step = stepOf(state, name)
  if (step?.status === 'failed' && step.fan !== undefined) return times(step.fan.count, step.fan.failed)
  if (step?.status !== 'completed') return null
  const output = Object.hasOwn(state.outputs, name) ? state.outputs[name]?.output : undefined
  if (!isJsonObject(output)) return null
  const { results, errors, iterations } = output
  if (type === 'LOOP' && typeof iterations === 'number')
    return iterations === 1 ? runGraphTexts.oneRound : runGraphTexts.rounds(iterations)
  if (type !== 'PARALLEL' || !(isJsonList(results) || payloadRefOf(results))) return null
  // Both lists have an entry for each item. Large lists are offloaded.
  if (isJsonList(errors)) return times(errors.length, errors.filter((error) => error !== null).length)
  if (isJsonList(results) && !payloadRefOf(errors)) return times(results.length, 0)
  const counts = countsOf(name)
  return counts && times(counts.count, counts.failed)
}

const times = (count: number, failed: number) => `×${count}${failed > 0 ? runGraphTexts.failed2(failed) : ''}`

function edgeOverlay(edge: GraphEdge, state: RunState, hasEnded: boolean): EdgeOverlay | null {
  const source = stepOf(state, edge.source)
  const target = stepOf(state, edge.target)
  if (!source) return hasEnded ? 'dead' : null
  const taken = wasTaken(edge, source)
  if (taken === null) return hasEnded ? 'dead' : null
  if (!taken) return 'dead'
  if (isUndone(target)) return 'undone'
  return target && target.status !== 'skipped' ? 'live' : hasEnded ? 'dead' : null
}

/** Whether the rollback has gone back from a step. */
export const isUndone = (step: StepState | undefined) =>
  (step?.status === 'completed' || step?.status === 'failed') && step.undone === true

/** Whether the run left the source along this edge; null while that is undecided. */
export function wasTaken(edge: GraphEdge, source: StepState): boolean | null {
  switch (source.status) {
    case 'completed':
      if (edge.kind === 'failure') return false
      if (source.jump !== undefined) return source.jump === edgeRef(edge).to
      return edge.kind === 'route' ? source.route !== undefined && (edge.routes ?? []).includes(source.route) : true
    case 'failed':
      return edge.kind === 'failure' && source.handled
    case 'skipped':
      return (source.reason === 'when' || source.reason === 'disabled') && edge.kind === 'normal'
    default:
      return null
  }
}

export const stepOf = (state: RunState, name: string) =>
  Object.hasOwn(state.steps, name) ? state.steps[name] : undefined

/** The overlay with unchanged entries kept by identity: only changed nodes are drawn again. */
export function reuseUnchanged(before: OverlayState, after: OverlayState): OverlayState {
  const nodes: Record<string, NodeOverlay> = {}
  for (const [id, entry] of Object.entries(after.nodes)) {
    const old = before.nodes[id]
    nodes[id] = old && saysTheSame(old, entry) ? old : entry
  }
  return { nodes, edges: after.edges }
}

const saysTheSame = (a: NodeOverlay, b: NodeOverlay) =>
  a.tone === b.tone &&
  a.title === b.title &&
  a.note === b.note &&
  a.word === b.word &&
  a.mark === b.mark &&
  a.dim === b.dim
