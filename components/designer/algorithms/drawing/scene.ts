import { type Level, mostLevels } from '#components/canvas/expansion/compose-drawing.ts'
import { withOwner } from '#components/canvas/expansion/with-owner.ts'
import type { Direction } from '#components/canvas/layout/direction.ts'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import { placeTerminals, type TerminalNode } from '#components/canvas/terminals/place-terminals.ts'
import { inputNames, shownTriggers } from '#components/canvas/terminals/terminal-flow.ts'
import type { ShownTrigger } from '#components/canvas/terminals/terminal-node.tsx'
import type { Step, StepGroup } from '#core/definition/definition.ts'
import { insideOf } from '#core/graph/branch-level.ts'
import type { Graph, GraphEdge, Position } from '#core/graph/graph.ts'
import { innerTerminals, type Terminals, terminalsOf } from '#core/graph/terminals.ts'
import { designerTexts } from '../../texts/designer.ts'
import { type FoldedLevel, foldGroups } from './fold-groups.ts'
import type { SceneNode } from './scene-node.ts'

/** The definition of a sub-workflow, as far as it is known here. */
export type Published =
  | { readonly kind: 'known'; readonly graph: Graph }
  | { readonly kind: 'unknown'; readonly words: string }

/** A step that is open: its graph, or why there is none. */
export interface Inside {
  readonly graph: Graph
  readonly foreign: boolean
  /** The text in the frame in place of steps. */
  readonly words?: string
}

export interface SceneInput {
  readonly graph: Graph
  /** Positions of the workflow's own steps that have none in the text. */
  readonly positions: LayoutPositions
  readonly groups: readonly StepGroup[]
  /** Top to bottom where it is absent. */
  readonly direction?: Direction
  readonly insides: ReadonlyMap<string, Inside>
  /** Positions of the steps inside an open step that have none in their text. */
  positionsIn(owner: string): LayoutPositions
}

/** The scene to draw; nodes without a position in the text or from the layout wait for one. */
export interface Scene extends FoldedLevel {
  readonly insides: ReadonlyMap<string, Level<SceneNode, GraphEdge>>
  readonly words: ReadonlyMap<string, string>
  /** Positions of the workflow's own steps, including those in folded groups. */
  readonly places: ReadonlyMap<string, Position>
  /** The steps that may be in folded groups, by name. */
  readonly steps: ReadonlyMap<string, Step>
  readonly direction: Direction
  /** The names of the input's values, for the start. */
  readonly inputs: readonly string[]
  readonly triggers: readonly ShownTrigger[]
  /** The workflow rolls completed steps back when it fails. */
  readonly rollsBack: boolean
}

export function makeScene({ graph, positions, groups, direction = 'down', insides, positionsIn }: SceneInput): Scene {
  const levels = [...insides].map(([owner, { graph: inner, foreign }]) => {
    const known = positionsIn(owner)
    const own = levelOf(inner, known, foreign)
    return [owner, withTerminals(own, innerTerminals(terminalsOf(inner)), direction, { known, foreign })] as const
  })
  const words = [...insides].flatMap(([owner, { graph: inner, words: said }]) =>
    inner.nodes.length > 0 ? [] : [[owner, said ?? designerTexts.noStepsYetDropOne] as const],
  )
  const level = levelOf(graph, positions, false)
  const { level: folded, gaps } = foldGroups(level, groups, direction)
  // Beside folded groups, and beside steps that have a place in the text, start and ends have no place from a layout.
  const isLaidOut = folded === level && graph.nodes.every(({ placed }) => !placed)
  return {
    level: withTerminals(folded, foldedTerminals(graph, groups), direction, { known: isLaidOut ? positions : {} }),
    gaps,
    places: new Map(level.nodes.map(({ node, position }) => [node.id, position])),
    steps: groups.length === 0 ? noSteps : new Map(graph.nodes.map(({ id, step }) => [id, step])),
    insides: new Map(levels),
    words: new Map(words),
    direction,
    inputs: inputNames(graph.workflow),
    triggers: shownTriggers(graph.workflow),
    rollsBack: graph.workflow.saga_enabled,
  }
}

/** Start and ends as seen beside folded groups: a group has one end for all of its steps that lead there. */
function foldedTerminals(graph: Graph, groups: readonly StepGroup[]): Terminals {
  const terminals = terminalsOf(graph)
  const folded = groups.filter(({ collapsed }) => collapsed)
  if (folded.length === 0) return terminals
  const nodeOf = (step: string) => folded.find(({ steps }) => steps.includes(step))?.id ?? step
  const once = (edges: readonly GraphEdge[], of: (edge: GraphEdge) => string) => [
    ...new Map(edges.map((edge) => [of(edge), edge])).values(),
  ]
  return {
    starts: once(
      terminals.starts.map((edge) => ({ ...edge, target: nodeOf(edge.target) })),
      ({ target }) => target,
    ),
    ends: once(
      terminals.ends.map((edge) => ({ ...edge, source: nodeOf(edge.source) })),
      ({ source }) => source,
    ),
  }
}

function withTerminals(
  level: Level<SceneNode, GraphEdge>,
  terminals: Terminals,
  direction: Direction,
  { known, foreign = false }: { readonly known: LayoutPositions; readonly foreign?: boolean },
): Level<SceneNode, GraphEdge> {
  const placed = placeTerminals(level.nodes, terminals, direction, known)
  if (placed.length === 0) return level
  const shown = new Set([...level.nodes, ...placed].map(({ node }) => node.id))
  const edges = [...terminals.starts, ...terminals.ends].filter(
    ({ source, target }) => shown.has(source) && shown.has(target),
  )
  return {
    nodes: [
      ...level.nodes,
      ...placed.map(({ node, position, size }) => ({
        node: { id: node.id, of: sameTerminal(node), foreign },
        position,
        size,
      })),
    ],
    edges: [...level.edges, ...edges.map(sameEdge)],
  }
}

/** Start and ends as they were drawn last: the same objects for equal ones, so that unchanged ones are not drawn again. */
const drawnLast = { nodes: new Map<string, TerminalNode>(), edges: new Map<string, GraphEdge>() }
const mostKept = 10_000

function sameTerminal(node: TerminalNode): TerminalNode {
  return kept(drawnLast.nodes, node, (known) => known.beside === node.beside && known.terminal === node.terminal)
}

function sameEdge(edge: GraphEdge): GraphEdge {
  const { source, target, kind, label, routes } = edge
  return kept(drawnLast.edges, edge, (known) => {
    const sameEnds = known.source === source && known.target === target
    return sameEnds && known.kind === kind && known.label === label && known.routes?.join() === routes?.join()
  })
}

function kept<Item extends { readonly id: string }>(
  items: Map<string, Item>,
  item: Item,
  isSame: (known: Item) => boolean,
): Item {
  const known = items.get(item.id)
  if (known !== undefined && isSame(known)) return known
  if (items.size >= mostKept) items.clear()
  items.set(item.id, item)
  return item
}

const noSteps: ReadonlyMap<string, Step> = new Map()

function levelOf(graph: Graph, positions: LayoutPositions, foreign: boolean): Level<SceneNode, GraphEdge> {
  const nodes = graph.nodes.flatMap((node) => {
    const position = node.placed ? node.position : positions[node.id]
    return position === undefined ? [] : [{ node: { id: node.id, of: node, foreign }, position }]
  })
  const shown = new Set(nodes.map(({ node }) => node.id))
  return { nodes, edges: graph.edges.filter(({ source, target }) => shown.has(source) && shown.has(target)) }
}

/**
 * The insides of the open steps by their ids, outer ones first. `published` knows other workflows, or requests them.
 */
export function insidesOf(
  graph: Graph,
  isOpen: (id: string, step: Step) => boolean,
  published: (workflow: string) => Published,
): ReadonlyMap<string, Inside> {
  const insides = new Map<string, Inside>()
  const visit = (level: Graph, owner: string | null, depth: number) => {
    if (depth === mostLevels) return
    for (const { id, step } of level.nodes) {
      if (!isOpen(id, step)) continue
      const body = insideOf(step, level.workflow)
      if (body !== null) {
        add(id, { graph: owner === null ? body : owned(body, owner), foreign: owner !== null }, owner, depth)
      }
      if (step.type === 'SUB_WORKFLOW') {
        const found = published(step.sub_workflow_type)
        const known = found.kind === 'known' ? owned(found.graph, id) : { ...graph, nodes: [], edges: [] }
        const inside = { graph: known, foreign: true, ...(found.kind === 'known' ? {} : { words: found.words }) }
        add(id, inside, id, depth)
      }
    }
  }
  const add = (id: string, inside: Inside, owner: string | null, depth: number) => {
    insides.set(id, inside)
    visit(inside.graph, owner, depth + 1)
  }
  visit(graph, null, 0)
  return insides
}

/** Returns the same object for the same owner, so that unchanged parts are not drawn again. */
function owned(graph: Graph, owner: string): Graph {
  const known = ownedGraphs.get(graph) ?? new Map<string, Graph>()
  ownedGraphs.set(graph, known)
  const found = known.get(owner) ?? withOwner(graph, owner)
  known.set(owner, found)
  return found
}
const ownedGraphs = new WeakMap<Graph, Map<string, Graph>>()
