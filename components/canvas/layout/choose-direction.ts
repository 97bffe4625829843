import type { Graph } from '#core/graph/graph.ts'
import type { Size } from '../geometry.ts'
import { nodeSize } from '../measures.ts'
import type { Direction } from './direction.ts'

/** Room that a step takes along and across the direction of a drawing, in pixels. */
const spaces = {
  down: { along: nodeSize.height + 56, across: nodeSize.width + 24 },
  right: { along: nodeSize.width + 56, across: nodeSize.height + 24 },
} as const
/** Room that the label of a route takes along a drawing from left to right. */
const labelRoom = 110
/** From this proportion of width to height on, a pane is wide. */
const wide = 1.4
/** Up to this proportion, two zooms are alike, and the shape of the pane decides. */
const alike = 1.25

/**
 * The direction in which steps with places in the text run: that of most of their edges. Null without such edges. So
 * the text itself keeps the direction, for everybody who opens it.
 */
export function directionOfPlaces({ nodes, edges }: Graph): Direction | null {
  const places = new Map(nodes.flatMap(({ id, placed, position }) => (placed ? [[id, position] as const] : [])))
  let votes = 0
  let count = 0
  for (const { source, target, back, kind } of edges) {
    const [from, to] = [places.get(source), places.get(target)]
    if (back || kind === 'failure' || from === undefined || to === undefined) continue
    count += 1
    const along = (to.x - from.x) / spaces.right.along
    const down = (to.y - from.y) / spaces.down.along
    votes += along > Math.abs(down) ? 1 : -1
  }
  if (places.size === 0) return null
  return count > 0 && votes > 0 ? 'right' : 'down'
}

/** The direction in which a drawing of a graph is larger in a pane; where it is alike in both, that of the pane. */
export function fittingDirection(graph: Graph, { width, height }: Size): Direction {
  const { length, breadth, labelled } = extentOf(graph)
  const zoomOf = (direction: Direction) => {
    const along = length * spaces[direction].along + (direction === 'right' ? labelled * labelRoom : 0)
    const across = breadth * spaces[direction].across
    const isDown = direction === 'down'
    return Math.min(1, width / (isDown ? across : along), height / (isDown ? along : across))
  }
  const [down, right] = [zoomOf('down'), zoomOf('right')]
  if (Math.max(down, right) <= Math.min(down, right) * alike) return width / height >= wide ? 'right' : 'down'
  return right > down ? 'right' : 'down'
}

/** The number of rows of a layered drawing, start and end included, and of the steps in its broadest row. */
function extentOf({ nodes, edges }: Graph) {
  const forward = edges.filter(({ back, source, target }) => !back && source !== target)
  const leads = Map.groupBy(forward, ({ source }) => source)
  const missing = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { target } of forward) missing.set(target, (missing.get(target) ?? 0) + 1)
  const rank = new Map<string, number>()
  const ready = nodes.flatMap(({ id }) => (missing.get(id) === 0 ? [id] : []))
  for (const id of ready) {
    for (const { target } of leads.get(id) ?? []) {
      rank.set(target, Math.max(rank.get(target) ?? 0, (rank.get(id) ?? 0) + 1))
      const left = (missing.get(target) ?? 0) - 1
      missing.set(target, left)
      if (left === 0) ready.push(target)
    }
  }
  const rows = Map.groupBy(nodes, ({ id }) => rank.get(id) ?? 0)
  const labelled = new Set(forward.flatMap(({ source, label }) => (label === undefined ? [] : [rank.get(source) ?? 0])))
  const breadth = [...rows.values()].reduce((most, { length }) => Math.max(most, length), 1)
  return { length: rows.size + 2, breadth, labelled: labelled.size }
}
