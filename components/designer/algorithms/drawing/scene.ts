import { type Level, mostLevels } from '#components/canvas/expansion/compose-drawing.ts'
import { withOwner } from '#components/canvas/expansion/with-owner.ts'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import type { Step, StepGroup } from '#core/definition/definition.ts'
import type { Graph, GraphEdge, Position } from '#core/graph/graph.ts'
import { loopBody } from '#core/graph/inner-graph.ts'
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
}

export function makeScene({ graph, positions, groups, insides, positionsIn }: SceneInput): Scene {
  const levels = [...insides].map(([owner, { graph: inner, foreign }]) => {
    return [owner, levelOf(inner, positionsIn(owner), foreign)] as const
  })
  const words = [...insides].flatMap(([owner, { graph: inner, words: said }]) =>
    inner.nodes.length > 0 ? [] : [[owner, said ?? designerTexts.noStepsYetDropOne] as const],
  )
  const level = levelOf(graph, positions, false)
  return {
    ...foldGroups(level, groups),
    places: new Map(level.nodes.map(({ node, position }) => [node.id, position])),
    steps: groups.length === 0 ? noSteps : new Map(graph.nodes.map(({ id, step }) => [id, step])),
    insides: new Map(levels),
    words: new Map(words),
  }
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
  open: ReadonlySet<string>,
  published: (workflow: string) => Published,
): ReadonlyMap<string, Inside> {
  const insides = new Map<string, Inside>()
  const visit = (level: Graph, owner: string | null, depth: number) => {
    if (depth === mostLevels) return
    for (const { id, step } of level.nodes) {
      if (!open.has(id)) continue
      if (step.type === 'LOOP') {
        const body = loopBody(step, level.workflow)
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
  if (open.size > 0) visit(graph, null, 0)
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
