import type { Level } from '#components/canvas/expansion/compose-drawing.ts'
import type { Room } from '#components/canvas/expansion/make-room.ts'
import { type Direction, turnedPoint } from '#components/canvas/layout/direction.ts'
import { nodeSize } from '#components/canvas/measures.ts'
import type { StepGroup } from '#core/definition/definition.ts'
import { edgeId, edgeRef, type GraphEdge } from '#core/graph/graph.ts'
import { closeGaps, noGaps } from './close-gaps.ts'
import type { SceneNode } from './scene-node.ts'

export interface FoldedLevel {
  readonly level: Level<SceneNode, GraphEdge>
  /** The mapping that closes the gaps of folded groups. */
  readonly gaps: Room
}

/**
 * A level in which each collapsed group is one node: at the middle of its steps, with the nodes below moved up to it, and
 * with the edges that lead into and out of the group. Edges with the same ends become one edge. An edge that stands for a
 * single edge keeps its id, and thereby its condition and its actions.
 */
export function foldGroups(
  level: Level<SceneNode, GraphEdge>,
  groups: readonly StepGroup[],
  direction: Direction = 'down',
): FoldedLevel {
  if (groups.every(({ collapsed }) => !collapsed)) return { level, gaps: noGaps }
  if (direction === 'down') return foldDownwards(level, groups, nodeSize.height)
  const folded = foldDownwards(turnedLevel(level), groups, nodeSize.width)
  return { level: turnedLevel(folded.level), gaps: folded.gaps === noGaps ? noGaps : turnedRoom(folded.gaps) }
}

const turnedLevel = ({ nodes, edges }: Level<SceneNode, GraphEdge>): Level<SceneNode, GraphEdge> => ({
  nodes: nodes.map(({ node, position }) => ({ node, position: turnedPoint(position) })),
  edges,
})

const turnedRoom = ({ toDrawn, toText }: Room): Room => ({
  toDrawn: (position) => turnedPoint(toDrawn(turnedPoint(position))),
  toText: (drawn) => turnedPoint(toText(turnedPoint(drawn))),
})

function foldDownwards(level: Level<SceneNode, GraphEdge>, groups: readonly StepGroup[], height: number): FoldedLevel {
  const there = new Map(level.nodes.map((placed) => [placed.node.id, placed]))
  const foldedAs = new Map<string, string>()
  const folded = groups.flatMap((group) => {
    if (!group.collapsed) return []
    const steps = group.steps.filter((step) => there.has(step) && !foldedAs.has(step))
    if (steps.length === 0) return []
    for (const step of steps) foldedAs.set(step, group.id)
    const places = steps.flatMap((step) => there.get(step)?.position ?? [])
    const xs = places.map(({ x }) => x)
    const x = (Math.min(...xs) + Math.max(...xs)) / 2
    const ys = places.map(({ y }) => y)
    const position = { x: Math.round(x), y: Math.min(...ys) }
    const bottom = Math.max(...ys) + height
    return [{ node: { id: group.id, of: { ...group, steps }, foreign: false }, position, bottom }]
  })
  if (folded.length === 0) return { level, gaps: noGaps }
  const others = level.nodes.filter(({ node }) => !foldedAs.has(node.id))
  const gaps = closeGaps(
    folded.map(({ position, bottom }) => ({ top: position.y, bottom })),
    others.map(({ position }) => position.y),
    height,
  )
  return {
    level: {
      nodes: [...others, ...folded].map(({ node, position }) => ({ node, position: gaps.toDrawn(position) })),
      edges: joined(level.edges, (step) => foldedAs.get(step) ?? step),
    },
    gaps,
  }
}

function joined(edges: readonly GraphEdge[], drawn: (step: string) => string): readonly GraphEdge[] {
  const outside = edges.flatMap((edge) => {
    const [source, target] = [drawn(edge.source), drawn(edge.target)]
    return source === target && edge.source !== edge.target ? [] : [{ ...edge, source, target }]
  })
  const same = Map.groupBy(outside, (edge) => edgeId(edgeRef(edge)))
  return [...same].map(([id, [first, ...others]]) => {
    const { label: _label, routes: _routes, ...edge } = first as GraphEdge
    return others.length === 0 ? (first as GraphEdge) : { ...edge, id }
  })
}
