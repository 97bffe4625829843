import type { Terminals } from '#core/graph/terminals.ts'
import type { Point, Size } from '../geometry.ts'
import { type Direction, turnedPoint, turnedSize } from '../layout/direction.ts'
import { nodeSize, terminalSizes } from '../measures.ts'

/** The node of the start, or of the end of one step. */
export interface TerminalNode {
  readonly id: string
  readonly terminal: keyof typeof terminalSizes
  /** The step next to it: an end stands behind its step, the start before the first step. */
  readonly beside: string
}

export interface PlacedTerminal {
  readonly node: TerminalNode
  readonly position: Point
  readonly size: Size
}

/** The nodes of start and ends, each once. */
export function terminalNodes({ starts, ends, isFork }: Terminals): readonly TerminalNode[] {
  const [first] = starts
  if (isFork) {
    const [branch] = ends
    if (first === undefined || branch === undefined) return []
    return [
      { id: first.source, terminal: 'fork', beside: first.target },
      { id: branch.target, terminal: 'join', beside: branch.source },
    ]
  }
  return [
    ...(first === undefined ? [] : [{ id: first.source, terminal: 'start', beside: first.target } as const]),
    ...ends.map(({ source, target }) => ({ id: target, terminal: 'end', beside: source }) as const),
  ]
}

/** Distance between a step and its end, or the start, along the direction of the drawing, and to what stands beside. */
const gap = { along: 44, across: 24, least: 12 } as const
/** Columns beside that of the step, the nearest first, in which an end may stand. */
const columns = [0, 1, -1, 2, -2, 3, -3] as const

/**
 * Places for the start and the ends beside steps that stand where their author put them: an end behind its step, in the
 * nearest free column; the start before the first step. `known` are places from a layout of the whole graph, which has
 * made room for them.
 */
export function placeTerminals(
  nodes: readonly { readonly node: { readonly id: string }; readonly position: Point }[],
  terminals: Terminals,
  direction: Direction,
  known: Readonly<Record<string, Point>> = {},
): readonly PlacedTerminal[] {
  const isTurned = direction === 'right'
  const turn = (point: Point) => (isTurned ? turnedPoint(point) : point)
  const sizeOf = (size: Size) => (isTurned ? turnedSize(size) : size)
  const card = sizeOf(nodeSize)
  const places = new Map(nodes.map(({ node, position }) => [node.id, turn(position)]))
  const nodesToPlace = terminalNodes(terminals)
  const boxes = [...places.values()].map((place) => boxAt(place, card))
  const area = nodesToPlace.length <= few ? listOf(boxes) : areaOf(boxes)
  return nodesToPlace.flatMap((node): PlacedTerminal[] => {
    const size = terminalSizes[node.terminal]
    const found = known[node.id]
    if (found !== undefined) return [{ node, position: found, size }]
    const step = places.get(node.beside)
    if (step === undefined) return []
    const own = sizeOf(size)
    const isBehind = node.terminal === 'end' || node.terminal === 'join'
    const candidates = isBehind ? behind(step, card, own) : before(step, card, own)
    const place = candidates.find((at) => area.isFree(boxAt(at, own))) ?? candidates.at(-1)
    if (place === undefined) return []
    area.add(boxAt(place, own))
    return [{ node, position: turn(place), size }]
  })
}

function behind({ x, y }: Point, card: Size, size: Size): readonly Point[] {
  const middle = x + (card.width - size.width) / 2
  const below = y + card.height + gap.along
  const beside = { x: x + card.width + gap.across, y: y + (card.height - size.height) / 2 }
  return [...columns.map((column) => ({ x: middle + column * (card.width + gap.across), y: below })), beside]
}

function before({ x, y }: Point, card: Size, size: Size): readonly Point[] {
  const middle = x + (card.width - size.width) / 2
  return [1, 2, 3].map((times) => ({ x: middle, y: y - times * (size.height + gap.along) }))
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const boxAt = ({ x, y }: Point, { width, height }: Size): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
})

/** Up to this number of ends, a look at all boxes is quicker than cells. */
const few = 8

const roomAround = ({ left, top, right, bottom }: Box): Box => ({
  left: left - gap.least,
  top: top - gap.least,
  right: right + gap.least,
  bottom: bottom + gap.least,
})

function listOf(boxes: Box[]) {
  return {
    add: (box: Box) => void boxes.push(box),
    isFree: (box: Box) => {
      const room = roomAround(box)
      return !boxes.some((other) => overlap(other, room))
    },
  }
}

/** The size of the cells in which boxes are looked up, in pixels. */
const cell = 256

/** The taken area, by cells: thousands of ends look only at the boxes near them. */
function areaOf(boxes: readonly Box[]) {
  const cells = new Map<string, Box[]>()
  const keysOf = ({ left, top, right, bottom }: Box): readonly string[] => {
    const keys: string[] = []
    for (let column = Math.floor(left / cell); column <= Math.floor(right / cell); column += 1) {
      for (let row = Math.floor(top / cell); row <= Math.floor(bottom / cell); row += 1) keys.push(`${column} ${row}`)
    }
    return keys
  }
  const add = (box: Box) => {
    for (const key of keysOf(box)) {
      const list = cells.get(key)
      if (list) list.push(box)
      else cells.set(key, [box])
    }
  }
  for (const box of boxes) add(box)
  return {
    add,
    isFree: (box: Box) => {
      const room = roomAround(box)
      return keysOf(room).every((key) => !cells.get(key)?.some((other) => overlap(other, room)))
    },
  }
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
