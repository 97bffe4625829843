import { countCrossings, type Layers, type Link } from './fewer-crossings.ts'
import type { LayoutPositions } from './layout-request.ts'

/** The former horizontal position of each node, where it had one. */
type Columns = readonly (number | undefined)[]

/**
 * The order of the nodes in their layers that is most like the one in which they
 * stood, `columns`, among those with as few crossings as the order given: that
 * itself, its mirror image, and both with the nodes that stood somewhere put in
 * their old order, the bends of long edges, `bends`, along with them or not.
 */
export function nearLayout(given: Layers, links: readonly Link[], columns: Columns, bends: Columns): Layers {
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

/**
 * The layout shifted as a whole, so that most of the formerly placed nodes are at their former places, where most of
 * them moved by the same distance.
 */
export function alignedWith(places: LayoutPositions, before: LayoutPositions): LayoutPositions {
  const known = Object.entries(places).flatMap(([id, at]) => {
    const was = before[id]
    return was === undefined ? [] : [{ x: was.x - at.x, y: was.y - at.y }]
  })
  const by = { x: shared(known.map(({ x }) => x)), y: shared(known.map(({ y }) => y)) }
  return Object.fromEntries(Object.entries(places).map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]))
}

/** The distance that more than half of the nodes share. */
function shared(distances: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1)
  return [...counts].find(([, count]) => count * 2 > distances.length)?.[0] ?? 0
}

/** Nodes without a former place stay where they are. */
function asBefore(layers: Layers, columns: Columns): Layers {
  return layers.map((layer) => {
    const known = layer.filter((node) => columns[node] !== undefined)
    const inOrder = known.toSorted((a, b) => (columns[a] as number) - (columns[b] as number))
    let next = 0
    return layer.map((node) => (columns[node] === undefined ? node : (inOrder[next++] as number)))
  })
}

/** The number of pairs of nodes of one layer whose order differs from before. */
function turnedPairs(layers: Layers, columns: Columns): number {
  return layers.reduce((sum, layer) => {
    const known = layer.flatMap((node) => columns[node] ?? [])
    return sum + known.reduce((count, x, at) => count + known.slice(at + 1).filter((right) => right < x).length, 0)
  }, 0)
}
