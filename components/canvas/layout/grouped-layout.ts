import { frameRoom } from './frame.ts'
import { layeredLayout } from './layered-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

type Node = LayoutRequest['nodes'][number]
type Edge = LayoutRequest['edges'][number]
type LayoutPosition = LayoutPositions[string]

/**
 * A group during layout: its steps relative to the top left corner of the group's picture, and the box of its frame.
 */
interface Inner {
  readonly places: LayoutPositions
  readonly box: Node
}

/**
 * A layered layout in which the steps of a group stand together. Each group is laid out by itself. It is then one box,
 * with the room of its frame, among the steps without a group. So no frame encloses a foreign step or lies over another
 * frame.
 */
export function groupedLayout(request: LayoutRequest): LayoutPositions {
  const boxOf = new Map((request.groups ?? []).flatMap((steps, group) => steps.map((step) => [step, group] as const)))
  if (boxOf.size === 0) return layeredLayout(request)
  const inners = new Map<number, Inner>()
  const boxes: Node[] = []
  for (const node of request.nodes) {
    const group = boxOf.get(node.id)
    if (group === undefined) boxes.push(node)
    else if (!inners.has(group)) {
      const inner = innerOf(request, new Set(request.groups?.[group]), idOf(group))
      inners.set(group, inner)
      boxes.push(inner.box)
    }
  }
  const nameOf = (id: string) => {
    const group = boxOf.get(id)
    return group === undefined ? id : idOf(group)
  }
  const { before } = request
  const outer = layeredLayout({
    ...(request.direction && { direction: request.direction }),
    nodes: boxes,
    edges: edgesBetween(request.edges, nameOf),
    ...(before && { before: boxesBefore(before, nameOf) }),
  })
  const placed: Record<string, LayoutPosition> = {}
  for (const { id } of request.nodes) {
    const at = outer[nameOf(id)] as LayoutPosition
    const inside = inners.get(boxOf.get(id) ?? -1)?.places[id]
    placed[id] = inside ? { x: at.x + frameRoom.sides + inside.x, y: at.y + frameRoom.top + inside.y } : at
  }
  return placed
}

/**
 * The id of a group's box. Its line break keeps it apart from step names, unless an author chooses such a name on
 * purpose.
 */
const idOf = (group: number) => `group\n${group}`

function innerOf({ nodes, edges, before, direction }: LayoutRequest, steps: ReadonlySet<string>, id: string): Inner {
  const own = nodes.filter((node) => steps.has(node.id))
  const places = layeredLayout({
    ...(direction && { direction }),
    nodes: own,
    edges: edges.filter(({ source, target }) => steps.has(source) && steps.has(target)),
    ...(before && { before }),
  })
  const at = (node: Node) => places[node.id] as LayoutPosition
  const left = Math.min(...own.map((node) => at(node).x))
  const top = Math.min(...own.map((node) => at(node).y))
  const width = Math.max(...own.map((node) => at(node).x + node.width)) - left
  const height = Math.max(...own.map((node) => at(node).y + node.height)) - top
  return {
    places: Object.fromEntries(own.map((node) => [node.id, { x: at(node).x - left, y: at(node).y - top }])),
    box: { id, width: width + 2 * frameRoom.sides, height: height + frameRoom.top + frameRoom.sides },
  }
}

/**
 * One edge for each pair of boxes whose steps are joined. The edge leads back only where all edges between the pair do.
 */
function edgesBetween(edges: readonly Edge[], nameOf: (id: string) => string): readonly Edge[] {
  const between = new Map<string, Edge>()
  for (const edge of edges) {
    const [source, target] = [nameOf(edge.source), nameOf(edge.target)]
    if (source === target) continue
    const key = JSON.stringify([source, target])
    const known = between.get(key)
    const labelWidth = Math.max(edge.labelWidth ?? 0, known?.labelWidth ?? 0)
    between.set(key, {
      source,
      target,
      back: edge.back && known?.back !== false,
      side: edge.side === true && source === edge.source,
      ...(labelWidth > 0 && { labelWidth }),
    })
  }
  return [...between.values()]
}

/** The former place of a group is the place of the frame around its steps. */
function boxesBefore(before: LayoutPositions, nameOf: (id: string) => string): LayoutPositions {
  const corners: Record<string, LayoutPosition> = {}
  for (const [id, { x, y }] of Object.entries(before)) {
    const name = nameOf(id)
    const at = name === id ? { x, y } : { x: x - frameRoom.sides, y: y - frameRoom.top }
    const known = corners[name]
    corners[name] = known === undefined ? at : { x: Math.min(known.x, at.x), y: Math.min(known.y, at.y) }
  }
  return corners
}
