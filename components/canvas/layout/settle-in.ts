import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

interface Point {
  readonly x: number
  readonly y: number
}
type Box = LayoutRequest['nodes'][number]

const gap = { beside: 24, below: 56 } as const

/**
 * New nodes in a picture that stays as it is: nobody else changes its column,
 * and what stands below a new node moves down by its height, all of it alike,
 * where there is no row for it. What is taken away leaves its place empty.
 */
export function settleIn(request: LayoutRequest, known: LayoutPositions): LayoutPositions {
  const boxes = new Map(request.nodes.map((node) => [node.id, node]))
  const places = new Map<string, Point>()
  for (const { id } of request.nodes) {
    const place = known[id]
    if (place !== undefined) places.set(id, place)
  }
  const fresh = request.nodes.filter(({ id }) => !places.has(id))
  // First those that a placed step leads to, then those that these lead to.
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
  const x = above[0]?.x ?? below[0]?.x ?? 0
  const first = Math.min(...below.map((point) => point.y))
  // It stands between two rows that are too near: the lower one makes room, with all below it.
  const missing = below.length === 0 ? 0 : y + row - first
  if (missing > 0) {
    for (const [id, place] of places) if (place.y >= first) places.set(id, { x: place.x, y: place.y + missing })
  }
  places.set(node.id, { x: freeColumn(node, { x, y }, places, boxes), y })
}

/** The nearest column in which the node covers nothing: the one wished for, else to the right, else to the left. */
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
  // To the right of everything in the row there is always room.
  return free.toSorted((a, b) => Math.abs(a - x) - Math.abs(b - x))[0] as number
}
