/** An edge from one layer to the next; nodes are numbers. */
export interface Link {
  readonly from: number
  readonly to: number
  /** The link leaves its node at the right side, after all other links. */
  readonly side: boolean
}

/** The nodes of each layer, from left to right. */
export type Layers = readonly (readonly number[])[]

/** Number of links that the search may look at in all, which bounds its time to about a quarter of a second. */
const mostWork = 600_000
const mostRounds = 120
/** After this number of sweeps without a better order, the search restarts from another order. */
const patience = 4

/**
 * An order of the nodes in their layers in which fewer links cross. The search runs sweeps of the barycentre, each
 * followed by swaps of neighbours, from the given order and from others. The given order is kept where no other is
 * better, so no node moves without a reason. Equal layers always get the same order.
 */
export function fewerCrossings(layers: Layers, links: readonly Link[]): Layers {
  const net = netOf(layers, links)
  let best = copied(layers)
  let least = crossingsIn(net, best)
  let rounds = Math.min(mostRounds, Math.floor(mostWork / (links.length + 1)))
  const next = numbers()
  for (let start = 0; least > 0 && rounds > 0; start += 1) {
    const order = startAt(start, best, layers, next)
    let waited = 0
    let own = Number.POSITIVE_INFINITY
    for (let round = 0; least > 0 && rounds > 0 && waited < patience; round += 1) {
      rounds -= 1
      sweep(net, order, round)
      swapNeighbours(net, order)
      const count = crossingsIn(net, order)
      waited = count < own ? 0 : waited + 1
      own = Math.min(own, count)
      if (count >= least) continue
      least = count
      best = copied(order)
    }
  }
  return readable(net, best, least)
}

/** An order, or its mirror image where that keeps more of the given order of the nodes. */
function readable(net: Net, order: Layers, crossings: number): Layers {
  const mirrored = copied(order.map((layer) => layer.toReversed()))
  const inOrder = (layers: Layers) =>
    layers.reduce(
      (sum, layer) => sum + layer.filter((node, index) => index > 0 && node > (layer[index - 1] ?? 0)).length,
      0,
    )
  return inOrder(mirrored) > inOrder(order) && crossingsIn(net, mirrored) <= crossings ? mirrored : order
}

/** The number of pairs of crossing links in an order. */
export function countCrossings(layers: Layers, links: readonly Link[]): number {
  return crossingsIn(netOf(layers, links), copied(layers))
}

interface Net {
  /** Links from the layer above, per node, and links to the layer below. */
  readonly above: readonly (readonly Link[])[]
  readonly below: readonly (readonly Link[])[]
  /** The position of each node in its layer. */
  readonly at: number[]
}

function netOf(layers: Layers, links: readonly Link[]): Net {
  const count = layers.reduce((sum, layer) => sum + layer.length, 0)
  const above: Link[][] = Array.from({ length: count }, () => [])
  const below: Link[][] = Array.from({ length: count }, () => [])
  for (const link of links) {
    above[link.to]?.push(link)
    below[link.from]?.push(link)
  }
  return { above, below, at: new Array<number>(count).fill(0) }
}

const copied = (layers: Layers): number[][] => layers.map((layer) => [...layer])

/** The start orders: the best order so far, then the given order mirrored, then shuffled orders. */
function startAt(start: number, best: Layers, given: Layers, next: () => number): number[][] {
  if (start === 0) return copied(best)
  if (start === 1) return given.map((layer) => layer.toReversed())
  return given.map((layer) => {
    const keys = new Map(layer.map((node) => [node, next()]))
    return layer.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
  })
}

/** A pseudo-random sequence with a fixed seed. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

function place({ at }: Net, layer: readonly number[]): void {
  for (const [index, node] of layer.entries()) at[node] = index
}

/** Link starts from left to right: a link at the side comes after the other links of its node. */
const startOf = ({ at }: Net, { from, side }: Link) => (at[from] as number) * 2 + (side ? 1 : 0)
const endOf = ({ at }: Net, { to }: Link) => at[to] as number

function crossingsIn(net: Net, layers: Layers): number {
  for (const layer of layers) place(net, layer)
  return layers.reduce((sum, layer) => {
    const links = layer.flatMap((node) => net.below[node] as readonly Link[])
    const sorted = links.toSorted((a, b) => startOf(net, a) - startOf(net, b) || endOf(net, a) - endOf(net, b))
    return sum + inversions(sorted.map((link) => endOf(net, link)))
  }, 0)
}

/** The number of pairs of numbers in the wrong order. */
function inversions(list: readonly number[]): number {
  const size = list.reduce((most, value) => Math.max(most, value), -1) + 1
  const counts = new Array<number>(size + 1).fill(0)
  let wrong = 0
  for (const [index, value] of list.entries()) {
    let notGreater = 0
    for (let at = value + 1; at > 0; at -= at & -at) notGreater += counts[at] as number
    wrong += index - notGreater
    for (let at = value + 1; at <= size; at += at & -at) counts[at] = (counts[at] as number) + 1
  }
  return wrong
}

/**
 * Orders downwards by the layer above, or upwards by the layer below. Ties put the right node first every other time.
 */
function sweep(net: Net, layers: number[][], round: number): void {
  const isDown = round % 2 === 0
  const turned = round % 4 >= 2
  for (const layer of layers) place(net, layer)
  for (const layer of isDown ? layers : layers.toReversed()) {
    sortByMiddle(net, layer, isDown, turned)
    place(net, layer)
  }
}

function sortByMiddle(net: Net, layer: number[], isDown: boolean, turned: boolean): void {
  const middles = new Map<number, number>()
  for (const node of layer) {
    const links = (isDown ? net.above : net.below)[node] as readonly Link[]
    if (links.length === 0) continue
    const ends = links.map((link) => (isDown ? startOf(net, link) / 2 : endOf(net, link)))
    middles.set(node, ends.reduce((sum, end) => sum + end, 0) / ends.length)
  }
  const pulled = layer.filter((node) => middles.has(node))
  if (turned) pulled.reverse()
  pulled.sort((a, b) => (middles.get(a) as number) - (middles.get(b) as number))
  // Nodes without links keep their position.
  let next = 0
  for (const [index, node] of layer.entries()) {
    if (!middles.has(node)) continue
    layer[index] = pulled[next] as number
    next += 1
  }
}

function swapNeighbours(net: Net, layers: number[][]): void {
  for (const layer of layers) place(net, layer)
  let improved = true
  for (let pass = 0; improved && pass < layers.length; pass += 1) {
    improved = false
    for (const layer of layers) {
      for (let index = 0; index + 1 < layer.length; index += 1) {
        const [left, right] = [layer[index] as number, layer[index + 1] as number]
        if (crossed(net, left, right) <= crossed(net, right, left)) continue
        layer[index] = right
        layer[index + 1] = left
        net.at[right] = index
        net.at[left] = index + 1
        improved = true
      }
    }
  }
}

/** The number of crossing links of two neighbours when `left` stands left of `right`. */
function crossed(net: Net, left: number, right: number): number {
  let count = 0
  for (const a of net.above[left] as readonly Link[])
    for (const b of net.above[right] as readonly Link[]) if (startOf(net, a) > startOf(net, b)) count += 1
  for (const a of net.below[left] as readonly Link[])
    for (const b of net.below[right] as readonly Link[]) if (endOf(net, a) > endOf(net, b)) count += 1
  return count
}
