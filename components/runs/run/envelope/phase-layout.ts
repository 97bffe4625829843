import { diagram } from '#core/run/envelope/arrows.ts'
import type { Phase } from '#core/run/statuses.ts'

/** Sizes of the phase diagram in pixels. */
export const box = { width: 120, height: 42 }
const pitch = { x: 145, y: 70 }
/** Room for the lines beside the first column and above the first row. */
const margin = { x: 14, y: 6 }

/** Column and row of each phase: validation and discovery, locks and steps, and the ends. */
const places: { readonly [Name in Phase]: readonly [column: number, row: number] } = {
  NEW: [0, 0],
  VALID: [1, 0],
  READY: [2, 0],
  RESOURCE_DISCOVERY: [3, 0],
  RESOURCES_DISCOVERED: [4, 0],
  BLOCKED_WAITING: [1, 1],
  SCHEDULED: [0, 2],
  LOCKING: [1, 2],
  LOCKED: [2, 2],
  RUNNING: [3, 2],
  COMPLETED: [4, 2],
  COMPLETED_ACK: [5, 2],
  ERROR: [2, 3],
  ROLLBACK: [3, 3],
  FAILED_SAFE: [4, 3],
  FAILED_SAFE_ACK: [5, 3],
  FAILED_UNSAFE: [4, 4],
  FAILED_UNSAFE_ACK: [5, 4],
}

export const diagramSize = {
  width: margin.x + 5 * pitch.x + box.width + 2,
  height: margin.y + 4 * pitch.y + box.height + 2,
}

export function placeOf(phase: Phase): { readonly x: number; readonly y: number } {
  const [column, row] = places[phase]
  return { x: margin.x + column * pitch.x, y: margin.y + row * pitch.y }
}

type Point = readonly [x: number, y: number]

/** A side of a box, and how far along it; 0.5 is its middle. */
function at(phase: Phase, side: 'left' | 'right' | 'top' | 'bottom', share = 0.5): Point {
  const { x, y } = placeOf(phase)
  if (side === 'left') return [x, y + box.height * share]
  if (side === 'right') return [x + box.width, y + box.height * share]
  return [x + box.width * share, side === 'top' ? y : y + box.height]
}

/** Vertical and horizontal lanes between the boxes. */
const lane = {
  left: margin.x - 10,
  beforeEnds: placeOf('COMPLETED').x - 14,
  abovePlan: placeOf('SCHEDULED').y - 14,
  aboveEnds: placeOf('FAILED_SAFE').y - 19,
  aboveError: placeOf('ERROR').y - 9,
}

/** Arrows that go round other boxes; every other arrow is a straight line to a neighbour. */
function bends(from: Phase, to: Phase): readonly Point[] | null {
  switch (`${from} ${to}`) {
    case 'NEW FAILED_SAFE': {
      const [, y] = at('NEW', 'left')
      return [at('NEW', 'left'), [lane.left, y], ...over(lane.left, lane.aboveEnds), at('FAILED_SAFE', 'top')]
    }
    case 'RESOURCE_DISCOVERY FAILED_SAFE': {
      const [x, y] = at('RESOURCE_DISCOVERY', 'bottom', 0.7)
      const turn = y + 12
      return [
        [x, y],
        [x, turn],
        [lane.beforeEnds, turn],
        ...over(lane.beforeEnds, lane.aboveEnds),
        at('FAILED_SAFE', 'top'),
      ]
    }
    case 'BLOCKED_WAITING READY': {
      const [x] = at('READY', 'bottom')
      const [, y] = at('BLOCKED_WAITING', 'right')
      return [at('BLOCKED_WAITING', 'right'), [x, y], at('READY', 'bottom')]
    }
    case 'RESOURCES_DISCOVERED SCHEDULED': {
      const [left] = at('SCHEDULED', 'top')
      const [right] = at('RESOURCES_DISCOVERED', 'bottom')
      return [
        at('RESOURCES_DISCOVERED', 'bottom'),
        [right, lane.abovePlan],
        [left, lane.abovePlan],
        at('SCHEDULED', 'top'),
      ]
    }
    case 'SCHEDULED LOCKING':
      return [at('SCHEDULED', 'right', 0.3), at('LOCKING', 'left', 0.3)]
    case 'LOCKING SCHEDULED':
      return [at('LOCKING', 'left', 0.7), at('SCHEDULED', 'right', 0.7)]
    case 'RUNNING ERROR': {
      const [x] = at('RUNNING', 'bottom', 0.3)
      const [to] = at('ERROR', 'top')
      return [at('RUNNING', 'bottom', 0.3), [x, lane.aboveError], [to, lane.aboveError], at('ERROR', 'top')]
    }
    case 'ERROR FAILED_UNSAFE':
    case 'ROLLBACK FAILED_UNSAFE': {
      const source = from as 'ERROR' | 'ROLLBACK'
      const share = source === 'ERROR' ? 0.7 : 0.3
      const [x] = at(source, 'bottom')
      const [, y] = at('FAILED_UNSAFE', 'left', share)
      return [at(source, 'bottom'), [x, y], at('FAILED_UNSAFE', 'left', share)]
    }
    default:
      return null
  }
}

/** The corners above the ends, on the way to FAILED_SAFE. */
const over = (x: number, y: number): readonly Point[] => [
  [x, y],
  [at('FAILED_SAFE', 'top')[0], y],
]

const drawn = new Set(diagram.map(({ from, to }) => `${from} ${to}`))

/** Whether the arrow is one of the diagram, which are always drawn; an extension is drawn once a run has passed it. */
export const isInDiagram = (from: Phase, to: Phase): boolean => drawn.has(`${from} ${to}`)

/** The path of an arrow as SVG. An extension is a curve from box to box. */
export function pathOf(from: Phase, to: Phase): string {
  const points = bends(from, to)
  if (points !== null) return polyline(points)
  if (!isInDiagram(from, to)) return curve(from, to)
  const [column, row] = places[from]
  const [toColumn, toRow] = places[to]
  if (row === toRow) {
    return polyline(column < toColumn ? [at(from, 'right'), at(to, 'left')] : [at(from, 'left'), at(to, 'right')])
  }
  return polyline(row < toRow ? [at(from, 'bottom'), at(to, 'top')] : [at(from, 'top'), at(to, 'bottom')])
}

function polyline(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

function curve(from: Phase, to: Phase): string {
  const isUp = places[to][1] < places[from][1]
  const [x, y] = at(from, isUp ? 'top' : 'bottom', 0.4)
  const [toX, toY] = at(to, isUp ? 'bottom' : 'top', 0.4)
  const bend = isUp ? -40 : 40
  return `M${x} ${y}C${x} ${y + bend} ${toX} ${toY - bend} ${toX} ${toY}`
}

/** The arrows that are always drawn, each pair of phases once. */
export const drawnArrows = [...new Map(diagram.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()]
