import { countCrossings, type Layers, type Link } from './fewer-crossings.ts'
import type { LayoutPositions } from './layout-request.ts'

/** Of each node how far to the right it stood, as far as it did. */
type Columns = readonly (number | undefined)[]

/**
 * The order of the nodes in their layers that is most like the one in which they
 * stood, `columns`, among those with as few crossings as the order given: that
 * itself, its mirror image, and both with the nodes that stood somewhere put in
 * their old order, the bends of long edges, `bends`, along with them or not.
 */
export function likeBefore(given: Layers, links: readonly Link[], columns: Columns, bends: Columns): Layers {
  const mirrored = given.map((layer) => layer.toReversed())
  const all = columns.map((column, node) => column ?? bends[node])
  const orders = [given, mirrored].flatMap((order) => [order, asBefore(order, all), asBefore(order, columns)])
  const most = countCrossings(given, links)
  let best = given
  let least = turnedPairs(given, columns)
  for (const order of orders) {
    const turned = turnedPairs(order, columns)
    if (turned >= least || countCrossings(order, links) > most) continue
    best = order
    least = turned
  }
  return best
}

/** The whole picture moved so that most of what stood somewhere stands there again, where most of it is moved alike. */
export function placedLike(places: LayoutPositions, before: LayoutPositions): LayoutPositions {
  const known = Object.entries(places).flatMap(([id, at]) => {
    const was = before[id]
    return was === undefined ? [] : [{ x: was.x - at.x, y: was.y - at.y }]
  })
  const by = { x: shared(known.map(({ x }) => x)), y: shared(known.map(({ y }) => y)) }
  return Object.fromEntries(Object.entries(places).map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]))
}

/** The distance that more than half have in common. */
function shared(distances: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1)
  return [...counts].find(([, count]) => count * 2 > distances.length)?.[0] ?? 0
}

/** What stood nowhere stays where it is. */
function asBefore(layers: Layers, columns: Columns): Layers {
  return layers.map((layer) => {
    const known = layer.filter((node) => columns[node] !== undefined)
    const inOrder = known.toSorted((a, b) => (columns[a] as number) - (columns[b] as number))
    let next = 0
    return layer.map((node) => (columns[node] === undefined ? node : (inOrder[next++] as number)))
  })
}

/** How many pairs of nodes of one layer stand the other way round than before. */
function turnedPairs(layers: Layers, columns: Columns): number {
  return layers.reduce((sum, layer) => {
    const known = layer.flatMap((node) => columns[node] ?? [])
    return sum + known.reduce((count, x, at) => count + known.slice(at + 1).filter((right) => right < x).length, 0)
  }, 0)
}
