import type { EdgeOverlay, NodeOverlay, OverlayState } from '#components/canvas/overlay-store.ts'
import type { Tone } from '#components/ui/layout/tone.ts'
import { decompile } from '#core/graph/decompile.ts'
import { type DefinitionDiff, type Drawn, type StepChange, withNames } from '#core/graph/diff/diff-definitions.ts'
import type { Graph, GraphEdge, GraphNode } from '#core/graph/graph.ts'
import { rememberTerminals, terminalsOf } from '#core/graph/terminals.ts'
import { diffTexts } from './texts/diff.ts'

/** One graph of both: what there is now, and what is gone in its old place. */
export function unionGraph(before: Drawn, after: Drawn, diff: DefinitionDiff): Graph {
  // The changes name the steps as they are called now.
  const { old, now } = bothGraphs(before, after, diff)
  const removed = new Set(diff.steps.flatMap(({ name, status }) => (status === 'removed' ? [name] : [])))
  const gone = new Set(diff.edges.flatMap(({ id, status }) => (status === 'removed' ? [id] : [])))
  const nodes = [...now.nodes, ...old.nodes.filter(({ id }) => removed.has(id))]
  const there = new Set(nodes.map(({ id }) => id))
  const edges = old.edges.filter(({ id, source, target }) => gone.has(id) && there.has(source) && there.has(target))
  // Without a place of its own a step would lie on another: then all are arranged anew.
  const placed = nodes.every((node) => node.placed) && !overlapping(nodes)
  const graph = {
    workflow: now.workflow,
    nodes: placed ? nodes : nodes.map((node): GraphNode => ({ ...node, placed: false })),
    edges: [...now.edges, ...edges],
  }
  const [then, today] = [terminalsOf(old), terminalsOf(now)]
  const union = (side: 'starts' | 'ends') => [
    ...today[side],
    ...missingIn(today[side], then[side]).filter(({ source, target }) =>
      there.has(side === 'starts' ? target : source),
    ),
  ]
  return rememberTerminals(graph, { starts: union('starts'), ends: union('ends') })
}

function bothGraphs(before: Drawn, after: Drawn, diff: DefinitionDiff): { readonly old: Graph; readonly now: Graph } {
  const names = new Map(diff.steps.map(({ nameBefore, name }) => [nameBefore, name]))
  return {
    old: decompile(withNames(before.definition, names), before.layout),
    now: decompile(after.definition, after.layout),
  }
}

const missingIn = (edges: readonly GraphEdge[], others: readonly GraphEdge[]) => {
  const ids = new Set(edges.map(({ id }) => id))
  return others.filter(({ id }) => !ids.has(id))
}

/** What has changed about the start and the ends: the edges, and the ends that are new or gone. */
export function terminalOverlay(before: Drawn, after: Drawn, diff: DefinitionDiff): OverlayState {
  const { old, now } = bothGraphs(before, after, diff)
  const [then, today] = [terminalsOf(old), terminalsOf(now)]
  const nodes: Record<string, NodeOverlay> = {}
  const edges: Record<string, EdgeOverlay> = {}
  for (const side of ['starts', 'ends'] as const) {
    for (const { id } of missingIn(then[side], today[side])) edges[id] = 'live'
    for (const { id } of missingIn(today[side], then[side])) edges[id] = 'gone'
  }
  for (const { target } of today.ends) nodes[target] = { dim: true }
  for (const { target } of missingIn(then.ends, today.ends)) nodes[target] = { tone: 'done' }
  for (const { target } of missingIn(today.ends, then.ends)) nodes[target] = { tone: 'failed' }
  return { nodes, edges }
}

function overlapping(nodes: readonly GraphNode[]): boolean {
  const places = new Set(nodes.map(({ position: { x, y } }) => `${x} ${y}`))
  return places.size < nodes.length
}

const looks = {
  added: { tone: 'done', note: 'added', mark: '+', word: 'added' },
  removed: { tone: 'failed', note: 'removed', mark: '−', word: 'removed' },
  changed: { tone: 'human', note: 'changed', mark: '±', word: 'changed' },
  moved: { tone: 'async', note: 'moved', mark: '↔', word: diffTexts.movedOnly },
  same: { dim: true, word: 'unchanged' },
} as const satisfies Record<string, NodeOverlay>

/** How a change is called; a step that only stands elsewhere has not changed. */
export function lookOf({ status, moved }: StepChange): keyof typeof looks {
  return status === 'same' && moved ? 'moved' : status
}

export function diffOverlay(diff: DefinitionDiff): OverlayState {
  const nodes = diff.steps.map((step): [string, NodeOverlay] => {
    const look = looks[lookOf(step)]
    if (step.status !== 'changed') return [step.name, look]
    const fields = step.fields.length === 1 ? diffTexts.oneField : diffTexts.fields(step.fields.length)
    return [
      step.name,
      { ...look, note: diffTexts.changedFieldsAndMoved(fields, step.moved ? diffTexts.movedLabel : '') },
    ]
  })
  const edgeLooks: Record<'added' | 'removed' | 'changed', EdgeOverlay> = {
    added: 'live',
    removed: 'gone',
    changed: 'live',
  }
  return {
    nodes: Object.fromEntries(nodes),
    edges: Object.fromEntries(diff.edges.map(({ id, status }) => [id, edgeLooks[status]])),
  }
}

export function toneOfLook(look: keyof typeof looks): Tone {
  const shown: NodeOverlay = looks[look]
  return shown.tone ?? 'idle'
}
