import { nodeSize } from '#components/canvas/node-card.tsx'
import type { Edit, NewStep } from '#core/graph/edit.ts'
import type { EdgeRef, Position } from '#core/graph/graph.ts'
import type { Session } from './session.ts'

/** Distance from a step to the one added under it, top to top. */
const rowHeight = 112
/** Room that a new step keeps from the others. */
const gap = 16
const columnWidth = nodeSize.width + 24

/**
 * Inserting makes room: what is below moves down when the ends stand too close.
 * A picture that is arranged automatically arranges itself again.
 */
export function insertEdits(session: Session, edge: EdgeRef, step: NewStep): readonly Edit[] {
  const { graph } = session.document.store.getState()
  const insert = { type: 'insert_on_edge', edge, step } as const
  if (graph.nodes.every((node) => !node.placed)) return [insert]
  const { nodes } = session.flow.store.getState()
  const from = nodes.find((node) => node.id === edge.from)?.position
  const to = nodes.find((node) => node.id === edge.to)?.position
  if (from === undefined || to === undefined) return [...pinPlaces(session), insert]
  const isDown = to.y > from.y
  const missing = isDown ? Math.max(0, from.y + 2 * rowHeight - to.y) : 0
  const below = missing === 0 ? [] : nodes.filter(({ position }) => position.y >= to.y)
  const positions = Object.fromEntries(
    below.map(({ id, position }) => [id, rounded({ x: position.x, y: position.y + missing })]),
  )
  const position = rounded({ x: (from.x + to.x) / 2, y: (from.y + to.y + missing) / 2 })
  const [pinned] = pinPlaces(session)
  const all = { ...(pinned?.type === 'move' ? pinned.positions : {}), ...positions }
  const move: readonly Edit[] = Object.keys(all).length === 0 ? [] : [{ type: 'move', positions: all }]
  return [...move, { ...insert, position: isDown ? position : clearPosition(session, position) }]
}

/** The nearest position to the right or left of a wanted one, or under it, that covers no step. */
export function clearPosition(session: Session, wanted: Position): Position {
  const { nodes } = session.flow.store.getState()
  const covered = ({ x, y }: Position) =>
    nodes.some(
      ({ position }) =>
        Math.abs(position.x - x) < nodeSize.width + gap && Math.abs(position.y - y) < nodeSize.height + gap,
    )
  const candidates = nodes.flatMap(({ position }) => [
    { x: position.x + nodeSize.width + gap, y: wanted.y },
    { x: position.x - nodeSize.width - gap, y: wanted.y },
    { x: wanted.x, y: position.y + nodeSize.height + gap },
  ])
  const distance = ({ x, y }: Position) => Math.abs(x - wanted.x) + Math.abs(y - wanted.y)
  const free = candidates.filter((candidate) => !covered(candidate)).toSorted((a, b) => distance(a) - distance(b))
  return covered(wanted) ? (free[0] ?? wanted) : wanted
}

/** Under a step, or in the middle of the view, beside whatever is there already. */
export function freePosition(session: Session, under: string | undefined): Position {
  const { nodes } = session.flow.store.getState()
  const above = nodes.find((node) => node.id === under)
  const middle = session.canvas?.centre() ?? { x: 0, y: 0 }
  const start =
    above === undefined
      ? { x: middle.x - nodeSize.width / 2, y: middle.y - nodeSize.height / 2 }
      : { x: above.position.x, y: above.position.y + rowHeight }
  let { x } = start
  const covers = (at: number) =>
    nodes.some(
      ({ position }) =>
        Math.abs(position.x - at) < columnWidth && Math.abs(position.y - start.y) < nodeSize.height + 16,
    )
  for (let tries = 0; covers(x) && tries < nodes.length; tries += 1) x += columnWidth
  return { x, y: start.y }
}

/**
 * The first position that a person gives makes the whole picture theirs: steps
 * that were arranged automatically get the places that are on the screen.
 */
export function pinPlaces(session: Session): readonly Edit[] {
  const { graph } = session.document.store.getState()
  const places = session.placement.store.getState()
  const positions: Record<string, Position> = {}
  for (const node of graph.nodes) {
    const place = places[node.id]
    if (!node.placed && place !== undefined) positions[node.id] = rounded(place)
  }
  return Object.keys(positions).length === 0 ? [] : [{ type: 'move', positions }]
}

export const rounded = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) })
