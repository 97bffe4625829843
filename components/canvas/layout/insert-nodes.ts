import { turnedPoints, turnedSize } from './direction.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

interface Point {
  readonly x: number
  readonly y: number
}
type Box = LayoutRequest['nodes'][number]

const gap = { beside: 24, below: 56 } as const

/**
 * Places new nodes in a picture that otherwise keeps its layout. No other node changes its column. Where no row is
 * free, all nodes below a new node move down together by its height. A removed node leaves its place empty.
 */
export function insertNodes(request: LayoutRequest, known: LayoutPositions): LayoutPositions {
  if (request.direction !== 'right') return insertBelow(request, known)
  const nodes = request.nodes.map((node) => ({ ...node, ...turnedSize(node) }))
  return turnedPoints(insertBelow({ ...request, nodes }, turnedPoints(known)))
}

function insertBelow(request: LayoutRequest, known: LayoutPositions): LayoutPositions {
  const boxes = new Map(request.nodes.map((node) => [node.id, node]))
  const places = new Map<string, Point>()
  for (const { id } of request.nodes) {
    const place = known[id]
    if (place !== undefined) places.set(id, place)
  }
  const fresh = request.nodes.filter(({ id }) => !places.has(id))
  // Successors of placed steps come first, then their successors.
  for (let next = nextOf(fresh, places, request); next !== undefined; next = nextOf(fresh, places, request)) {
    fresh.splice(fresh.indexOf(next), 1)
    settle(next, places, boxes, request)
  }
  return Object.fromEntries(places)
}

function nextOf(fresh: readonly Box[], places: ReadonlyMap<string, Point>, { edges }: LayoutRequest): Box | undefined {
  return fresh.find(({ id }) => edges.some(({ source, target }) => target === id && places.has(source))) ?? fresh[0]
}

function settle(
  node: Box,
  places: Map<string, Point>,
  boxes: ReadonlyMap<string, Box>,
  { edges }: LayoutRequest,
): void {
  const forth = edges.filter((edge) => !edge.back && edge.source !== edge.target)
  const at = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? [])
  const above = at(forth.flatMap(({ source, target }) => (target === node.id ? [source] : [])))
  const below = at(forth.flatMap(({ source, target }) => (source === node.id ? [target] : [])))
  const bottom = Math.max(...[...places].map(([id, { y }]) => y + (boxes.get(id)?.height ?? 0)))
  const row = node.height + gap.below
  const y =
    above.length > 0
      ? Math.max(...above.map((point) => point.y)) + row
      : below.length > 0
        ? Math.min(...below.map((point) => point.y))
        : places.size === 0
          ? 0
          : bottom + gap.below
  const x = columnOf(node, places, boxes, forth) ?? 0
  const first = Math.min(...below.map((point) => point.y))
  // The new node is between two rows that are too close: the lower row and all rows below it move down.
  const missing = below.length === 0 ? 0 : y + row - first
  if (missing > 0) {
    for (const [id, place] of places) if (place.y >= first) places.set(id, { x: place.x, y: place.y + missing })
  }
  places.set(node.id, { x: freeColumn(node, { x, y }, places, boxes), y })
}

/** The left edge with which a node stands in the middle of what leads to it, or of what it leads to. */
function columnOf(
  node: Box,
  places: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Box>,
  edges: LayoutRequest['edges'],
): number | undefined {
  const above = edges.find(({ source, target }) => target === node.id && places.has(source))?.source
  const beside = above ?? edges.find(({ source, target }) => source === node.id && places.has(target))?.target
  if (beside === undefined) return undefined
  return (places.get(beside)?.x ?? 0) + ((boxes.get(beside)?.width ?? node.width) - node.width) / 2
}

/**
 * The nearest column in which the node covers no other node: the wanted column, else one to the right, else to the
 * left.
 */
function freeColumn(
  node: Box,
  { x, y }: Point,
  places: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Box>,
): number {
  const beside = [...places].flatMap(([id, place]) => {
    const { width = 0, height = 0 } = boxes.get(id) ?? {}
    const inRow = place.y < y + node.height + gap.beside && y < place.y + height + gap.beside
    return inRow ? [{ left: place.x, right: place.x + width }] : []
  })
  const isFree = (left: number) =>
    beside.every((box) => left + node.width + gap.beside <= box.left || box.right + gap.beside <= left)
  const wished = [x, ...beside.flatMap(({ left, right }) => [right + gap.beside, left - gap.beside - node.width])]
  const free = wished.filter(isFree)
  // A free column always exists to the right of all nodes in the row.
  return free.toSorted((a, b) => Math.abs(a - x) - Math.abs(b - x))[0] as number
}
