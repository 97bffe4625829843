import { turnedPoints, turnedSize } from './direction.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

interface Point {
  readonly x: number
  readonly y: number
}
const clearance = 20

/**
 * Positions for the nodes that have none, given where the layered layout would
 * put everything. What a person placed stays; a new node keeps its layered
 * distance to a neighbour that has a place, and moves down until it covers
 * nothing. Without any placed node it is the layered layout itself.
 */
export function positionNewNodes(
  request: LayoutRequest,
  placed: LayoutPositions,
  layered: LayoutPositions,
): LayoutPositions {
  if (request.direction !== 'right') return positionDownwards(request, placed, layered)
  const nodes = request.nodes.map((node) => ({ ...node, ...turnedSize(node) }))
  return turnedPoints(positionDownwards({ ...request, nodes }, turnedPoints(placed), turnedPoints(layered)))
}

function positionDownwards(request: LayoutRequest, placed: LayoutPositions, layered: LayoutPositions): LayoutPositions {
  if (request.nodes.every((node) => placed[node.id] === undefined)) return layered
  const settled = new Map(Object.entries(placed))
  const result: Record<string, Point> = {}
  const neighbours = neighboursOf(request)
  const pending = request.nodes.filter((node) => placed[node.id] === undefined)
  const sizeOf = new Map(request.nodes.map((node) => [node.id, node]))
  while (pending.length > 0) {
    const next = pending.findIndex((node) => neighbours.get(node.id)?.some((other) => settled.has(other)))
    const [node] = pending.splice(Math.max(next, 0), 1)
    if (node === undefined) break
    const anchor = neighbours.get(node.id)?.find((other) => settled.has(other)) ?? settled.keys().next().value
    const position = free(node, shifted(node.id, anchor, settled, layered), settled, sizeOf)
    settled.set(node.id, position)
    result[node.id] = position
  }
  return result
}

function neighboursOf(request: LayoutRequest): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>()
  const add = (from: string, to: string) => {
    const known = neighbours.get(from)
    if (known) known.push(to)
    else neighbours.set(from, [to])
  }
  for (const edge of request.edges) {
    add(edge.target, edge.source)
    add(edge.source, edge.target)
  }
  return neighbours
}

function shifted(
  id: string,
  anchor: string | undefined,
  settled: ReadonlyMap<string, Point>,
  layered: LayoutPositions,
): Point {
  const wanted = layered[id] ?? { x: 0, y: 0 }
  const anchorAt = anchor === undefined ? undefined : settled.get(anchor)
  const anchorLayered = anchor === undefined ? undefined : layered[anchor]
  if (anchorAt === undefined || anchorLayered === undefined) return wanted
  return { x: wanted.x + anchorAt.x - anchorLayered.x, y: wanted.y + anchorAt.y - anchorLayered.y }
}

function free(
  node: { readonly width: number; readonly height: number },
  wanted: Point,
  settled: ReadonlyMap<string, Point>,
  sizeOf: ReadonlyMap<string, { readonly width: number; readonly height: number }>,
): Point {
  let { y } = wanted
  for (let tries = 0; tries < settled.size + 1; tries += 1) {
    const covered = [...settled].find(([id, at]) => {
      const size = sizeOf.get(id) ?? node
      return (
        wanted.x < at.x + size.width + clearance &&
        at.x < wanted.x + node.width + clearance &&
        y < at.y + size.height + clearance &&
        at.y < y + node.height + clearance
      )
    })
    if (covered === undefined) break
    y = covered[1].y + (sizeOf.get(covered[0])?.height ?? node.height) + clearance
  }
  return { x: wanted.x, y }
}
