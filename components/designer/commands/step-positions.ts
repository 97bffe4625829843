import { nodeSize } from '#components/canvas/measures.ts'
import type { Edit, NewStep } from '#core/graph/edit.ts'
import type { EdgeRef, Position } from '#core/graph/graph.ts'
import type { Session } from '../model/session.ts'

/**
 * Distances between steps: from a step to the one added behind it, along the direction of the drawing, and to one beside
 * it, across the direction.
 */
const distances = {
  down: { along: 112, across: nodeSize.width + 24 },
  right: { along: nodeSize.width + 56, across: nodeSize.height + 24 },
} as const
/** Room for the condition of a route in a drawing from left to right, where it lies between the steps. */
const conditionWidth = 128
/** Room that a new step keeps from the others. */
const gap = 16

/**
 * Inserting makes room: what is below moves down when the ends stand too close.
 * A picture that is arranged automatically arranges itself again.
 */
export function insertEdits(session: Session, edge: EdgeRef, step: NewStep): readonly Edit[] {
  const { graph } = session.document.store.getState()
  const insert = { type: 'insert_on_edge', edge, step } as const
  if (graph.nodes.every((node) => !node.placed)) return [insert]
  const nodes = session.flow.store.getState().nodes.filter(({ data }) => data.owner === undefined)
  const from = nodes.find((node) => node.id === edge.from)?.position
  const to = nodes.find((node) => node.id === edge.to)?.position
  if (from === undefined || to === undefined) return [...pinPositions(session), insert]
  const { direction } = session.flow.store.getState()
  const [axis, other] = direction === 'right' ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const isDown = to[axis] > from[axis]
  const missing = isDown ? Math.max(0, from[axis] + 2 * distances[direction].along - to[axis]) : 0
  const below = missing === 0 ? [] : nodes.filter(({ position }) => position[axis] >= to[axis])
  const shifted = ({ x, y }: Position, by: number): Position =>
    direction === 'right' ? { x: x + by, y } : { x, y: y + by }
  const positions = Object.fromEntries(below.map(({ id, position }) => [id, shifted(position, missing)]))
  const along = (from[axis] + to[axis] + missing) / 2
  const across = (from[other] + to[other]) / 2
  const position = direction === 'right' ? { x: along, y: across } : { x: across, y: along }
  const [pinned] = pinPositions(session)
  const all = { ...(pinned?.type === 'move' ? pinned.positions : {}), ...textPositionsOf(session, positions) }
  const move: readonly Edit[] = Object.keys(all).length === 0 ? [] : [{ type: 'move', positions: all }]
  const place = textPosition(session, isDown ? position : clearPosition(session, position))
  return [...move, { ...insert, position: place }]
}

interface Box {
  readonly position: Position
  readonly width?: number | undefined
  readonly height?: number | undefined
}
const middleOf = ({ position, width = nodeSize.width }: Box) => position.x + width / 2

/** Would a step at a place come nearer than `room` to a node? */
function covers({ position, width = nodeSize.width, height = nodeSize.height }: Box, { x, y }: Position, room: number) {
  return (
    x < position.x + width + room &&
    position.x < x + nodeSize.width + room &&
    y < position.y + height + room &&
    position.y < y + nodeSize.height + room
  )
}

/** Places in the text for steps drawn at these. */
export function textPositionsOf(
  session: Session,
  drawn: Readonly<Record<string, Position>>,
): Readonly<Record<string, Position>> {
  return Object.fromEntries(
    Object.entries(session.flow.textPositions(drawn)).map(([id, place]) => [id, rounded(place)]),
  )
}

const alone: readonly Position[] = [{ x: 0, y: 0 }]

/**
 * The nearest free position to the right, to the left or below a wanted one, where steps at `offsets` from it overlap
 * no step.
 */
export function clearPosition(session: Session, wanted: Position, offsets: readonly Position[] = alone): Position {
  const { nodes } = session.flow.store.getState()
  const steps = offsets.length === 0 ? alone : offsets
  const covered = ({ x, y }: Position) =>
    steps.some((by) => nodes.some((node) => covers(node, { x: x + by.x, y: y + by.y }, gap)))
  const reach = Math.max(...steps.map(({ x }) => x)) + nodeSize.width + gap
  if (!covered(wanted)) return wanted
  const distance = ({ x, y }: Position) => Math.abs(x - wanted.x) + Math.abs(y - wanted.y)
  const candidates = nodes.flatMap(({ position, width = nodeSize.width, height = nodeSize.height }) => [
    { x: position.x + width + gap, y: wanted.y },
    { x: position.x - reach, y: wanted.y },
    { x: wanted.x, y: position.y + height + gap },
  ])
  return candidates.toSorted((a, b) => distance(a) - distance(b)).find((place) => !covered(place)) ?? wanted
}

/** A free position behind a step, or in the middle of the view. */
export function freePosition(session: Session, under: string | undefined): Position {
  const { nodes, direction } = session.flow.store.getState()
  const { across } = distances[direction]
  const { graph } = session.document.store.getState()
  const isRoute = graph.nodes.find(({ id }) => id === under)?.step.type === 'DECISION'
  const along = distances[direction].along + (direction === 'right' && isRoute ? conditionWidth : 0)
  const above = nodes.find((node) => node.id === under)
  const middle = session.canvas?.centre() ?? { x: 0, y: 0 }
  const start =
    above === undefined
      ? { x: middle.x - nodeSize.width / 2, y: middle.y - nodeSize.height / 2 }
      : direction === 'right'
        ? {
            x: above.position.x + (above.width ?? nodeSize.width) - nodeSize.width + along,
            y: above.position.y + ((above.height ?? nodeSize.height) - nodeSize.height) / 2,
          }
        : {
            x: middleOf(above) - nodeSize.width / 2,
            y: above.position.y + (above.height ?? 0) - nodeSize.height + along,
          }
  let place = start
  const isTaken = () => nodes.some((node) => covers(node, place, gap))
  for (let tries = 0; isTaken() && tries < nodes.length; tries += 1) {
    place = direction === 'right' ? { x: place.x, y: place.y + across } : { x: place.x + across, y: place.y }
  }
  return place
}

/**
 * The first position that a person gives makes the whole picture theirs: steps
 * that were arranged automatically get the places that are on the screen.
 */
export function pinPositions(session: Session): readonly Edit[] {
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

/** The position in the text for a drawn position: without the space made for open steps. */
export function textPosition(session: Session, drawn: Position): Position {
  return rounded(session.flow.store.getState().room.toText(drawn))
}
