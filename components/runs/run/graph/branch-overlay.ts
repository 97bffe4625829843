import type { EdgeOverlay, NodeOverlay } from '#components/canvas/overlay-store.ts'
import type { Tone } from '#components/ui/layout/tone.ts'
import type { ParallelStep } from '#core/definition/definition.ts'
import { forkIdOf, joinIdOf } from '#core/graph/branch-level.ts'
import { branchGraph } from '#core/graph/branches.ts'
import type { Graph } from '#core/graph/graph.ts'
import { terminalsOf } from '#core/graph/terminals.ts'
import type { RunEvent } from '#core/run/event.ts'
import { type RunState, stepState } from '#core/run/state.ts'
import { runGraphTexts } from '../../texts/run-graph.ts'
import { type FanItem, fanItems, itemStates } from './fan-items.ts'

const tones: Record<FanItem['now'], Tone> = {
  failed: 'failed',
  person: 'human',
  retrying: 'async',
  child: 'child',
  running: 'active',
  done: 'done',
  abandoned: 'idle',
}
const words: Record<FanItem['now'], string> = {
  failed: runGraphTexts.failed,
  person: runGraphTexts.waitsForPerson,
  retrying: runGraphTexts.tryingAgain,
  child: runGraphTexts.subWorkflow,
  running: runGraphTexts.running,
  done: runGraphTexts.done,
  abandoned: runGraphTexts.abandoned,
}
interface BranchOverlay {
  readonly nodes: Readonly<Record<string, NodeOverlay>>
  readonly edges: Readonly<Record<string, EdgeOverlay>>
}

/** The state of the branches of a PARALLEL step after these events; of a list, all items as one branch. */
export function branchOverlay(
  step: ParallelStep,
  level: Graph,
  state: RunState,
  events: readonly RunEvent[],
): BranchOverlay {
  const now = stepState(state, step.name)
  const items = now === undefined ? [] : fanItems(events, step.name)
  const nodes: Record<string, NodeOverlay> = {
    [forkIdOf(step.name)]: now === undefined ? { dim: true } : {},
    [joinIdOf(step.name)]: now?.status === 'completed' ? { tone: now.undone ? 'undone' : 'done' } : { dim: true },
  }
  const edges: Record<string, EdgeOverlay> = {}
  const { starts, ends } = terminalsOf(level)
  for (const [index, { id, at }] of branchGraph(step).branches.entries()) {
    const own = at === null ? items : items.filter((item) => item.index === at)
    nodes[id] = lookOf(own, at === null)
    const [way, back] = [starts[index], ends[index]]
    if (way !== undefined && own.length > 0) edges[way.id] = 'live'
    if (back !== undefined && own.length > 0 && own.every((item) => item.now === 'done')) edges[back.id] = 'live'
  }
  return { nodes, edges }
}

function lookOf(items: readonly FanItem[], isList: boolean): NodeOverlay {
  const first = itemStates.find((kind) => items.some((item) => item.now === kind))
  if (first === undefined) return { dim: true }
  const done = items.filter((item) => item.now === 'done').length
  const note = isList ? runGraphTexts.itemsDone(done, items.length) : undefined
  const error = isList ? undefined : items[0]?.error?.message
  return { tone: tones[first], word: words[first], ...((note ?? error) ? { note: note ?? error } : {}) } as NodeOverlay
}
